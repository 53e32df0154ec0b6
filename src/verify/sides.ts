import { decodeText, MAX_FILE_BYTES } from "../files/decode-text.ts";
import type { Difference } from "../git/compared/compare-commit.ts";
import type { FileMode } from "../model/patch/file-mode.ts";
import type { DifferenceKind, ReadDifference, Side } from "./verified-tree.ts";

const FAULTS: Partial<Record<DifferenceKind, string>> = {
  link: "is a link, or was one",
  submodule: "is a submodule that is not as in the base",
  repository: "is a repository of its own: git does not look into it",
  other: "is no file that can be read",
};

/** Returns why a difference of a kind cannot be judged, in words that follow the path. */
export function faultOf(kind: DifferenceKind): string | undefined {
  return FAULTS[kind];
}

/** Returns the kind of a difference, as git tells it. */
export function kindOf({ before, after }: Difference): DifferenceKind {
  if (before?.mode === "120000" || after?.kind === "link") return "link";
  if (before?.mode === "160000") return "submodule";
  if (after === undefined) return "deleted";
  if (after.kind !== "file") return after.kind === "folder" ? "other" : after.kind;
  if (before === undefined) return "new";
  return before.id === after.id ? "mode" : "changed";
}

/** Returns a difference that cannot be judged. */
export function told(difference: Difference, fault: string): ReadDifference {
  const { path } = difference;
  return { path, kind: kindOf(difference), before: { fault }, after: { fault } };
}

/** The bytes of a file, or why they are not to be had; undefined if there is no file. */
export type Content = Buffer | { readonly fault: string } | undefined;

/** Returns a difference with both sides, each as a text if it is one. */
export function sided(
  { path, kind }: Pick<ReadDifference, "path" | "kind">,
  { before, after }: Difference,
  [expected, found]: readonly [Content, Content],
): ReadDifference {
  const now = after?.kind === "file" ? modeOf(after.mode) : undefined;
  const sides = {
    before: sideOf(expected, before && modeOf(before.mode)),
    after: sideOf(found, now),
  };
  const isBinary = [sides.before, sides.after].some(
    (side) => "fault" in side && side.fault === NO_TEXT,
  );
  return { path, kind: isBinary && kind !== "deleted" ? "binary" : kind, ...sides };
}

const NO_TEXT = "is no text in UTF-8";

function sideOf(content: Content, mode: FileMode | undefined): Side {
  if (content === undefined) return { text: undefined, hash: null };
  if (!Buffer.isBuffer(content)) return content;
  const decoded = decodeText(content);
  if (decoded.kind === "text") return { text: decoded.text, hash: decoded.hash, mode };
  return { fault: decoded.why === "too-large" ? TOO_LARGE : NO_TEXT };
}

/** Says that a file is too large for a text that is changed. */
export const TOO_LARGE = `has more than ${MAX_FILE_BYTES} bytes`;

function modeOf(mode: string): FileMode {
  return mode === "100755" ? mode : "100644"; // Old commits have others, as 100664.
}

/** True for a file that can be executed on one side alone. */
export function isModeChanged({ before, after }: Difference): boolean {
  return after?.kind === "file" && before !== undefined && modeOf(before.mode) !== after.mode;
}
