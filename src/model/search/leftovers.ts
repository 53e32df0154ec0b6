import type { LostPlace } from "../action/file-losses.ts";
import type { LeftoverChoice } from "../edit.ts";

/** The choices of what is told of places that look like matches and are left. */
export const LEFTOVER_CHOICES = [
  "off",
  "count",
  "list",
] as const satisfies readonly LeftoverChoice[];

/** The reasons why a place is left, in the order in which they are told. */
export const LEFTOVER_KINDS = [
  "macro",
  "string",
  "template",
  "comment",
  "error",
  "overlap",
  "skipped",
] as const;

/** `error`: code that the parser could not read. `overlap`: a match that another replacement overlapped. */
export type LeftoverKind = (typeof LEFTOVER_KINDS)[number];

/** The places of one file that look like matches of one op and are left for one reason. Plain data. */
export interface LeftoverGroup {
  readonly opId: string;
  /** The pattern in back quotes, at most 40 code points. */
  readonly like: string;
  readonly kind: LeftoverKind;
  readonly count: number;
  /** The first of them, in the order of the text before. */
  readonly first: readonly LostPlace[];
}
