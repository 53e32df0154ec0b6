import type { BaseText } from "../plan-file/compose-changes.ts";

/** What differs at a path. */
export type DifferenceKind =
  | "changed"
  | "new"
  | "deleted"
  | "mode"
  | "binary"
  | "link"
  | "submodule"
  | "repository"
  | "other";

/** A mode of git: Windows has no other than the one of the base. */
export type GitMode = "100644" | "100755";

/** One side of a difference: a text, no file, or what is none that can be judged, in words that follow the path. */
export type Side =
  | (BaseText & { readonly mode?: GitMode | undefined })
  | { readonly fault: string };

/** A path at which the work tree is not as the base, with both texts. */
export interface ReadDifference {
  readonly path: string;
  readonly kind: DifferenceKind;
  readonly before: Side;
  readonly after: Side;
}

/** A difference that no accepted action makes: `before` is the text that is expected. */
export interface Leftover extends ReadDifference {
  /** Why it cannot be judged, in words that follow the path. */
  readonly fault?: string | undefined;
}

/** True for a side that is a text, or no file. */
export function isText(side: Side): side is Exclude<Side, { readonly fault: string }> {
  return !("fault" in side);
}

/** True if a file has another mode than before, or as a new one is executable. */
export function hasOtherMode(before: Side, after: Side): boolean {
  if (!isText(before) || !isText(after)) return false;
  return after.mode !== undefined && after.mode !== (before.mode ?? "100644");
}
