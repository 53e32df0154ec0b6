/** The modes of git that a file may have: plain, and executable. */
export const FILE_MODES = ["100644", "100755"] as const;

/** A mode of git. */
export type FileMode = (typeof FILE_MODES)[number];

/** The mode of a new file if nothing says another. */
export const PLAIN_MODE: FileMode = "100644";

/** Returns the one mode that is not this one. */
export function otherMode(mode: FileMode): FileMode {
  return mode === "100755" ? "100644" : "100755";
}

/** Returns git's word for mode bits: the owner's right to run the file decides. */
export function fileModeOf(bits: number): FileMode {
  return (bits & 0o100) === 0 ? "100644" : "100755";
}

/** Returns mode bits with a mode of git: who may read a file may run it, or nobody may. Others stay. */
export function bitsWith(bits: number, mode: FileMode): number {
  if (fileModeOf(bits) === mode) return bits;
  return mode === "100755" ? bits | ((bits & 0o444) >> 2) | 0o100 : bits & ~0o111;
}

/** A change of a file, as far as its mode depends on it. */
interface ModeStep {
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly mode?: FileMode | undefined;
}

/** Returns the mode that a file gets by a change, after another gave it `earlier`. Undefined: it keeps its own. */
export function modeAfter(
  earlier: FileMode | undefined,
  { preHash, postHash, mode }: ModeStep,
): FileMode | undefined {
  if (postHash === null) return undefined;
  return mode ?? (preHash === null ? PLAIN_MODE : earlier);
}
