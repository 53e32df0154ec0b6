import { type FileMode, PLAIN_MODE } from "../model/patch/file-mode.ts";
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
  | "staged"
  | "other";

/** A file that accepted actions make; its mode is absent if they keep it. */
export type MadeFile = BaseText & { readonly mode?: FileMode | undefined };

/** One side of a difference: a text, no file, or what is none that can be judged, in words that follow the path. */
export type Side = MadeFile | { readonly fault: string };

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
  return after.mode !== undefined && after.mode !== (before.mode ?? PLAIN_MODE);
}
