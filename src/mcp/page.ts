import { z } from "zod";
import { ToolError } from "../model/tool-error.ts";

/** The place at which an earlier answer ended. */
export const cursorSchema = z
  .string()
  .max(20)
  .optional()
  .describe("`nextCursor` of the last answer, for the next page");

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | undefined;
}

/** Returns the position that a cursor means. Throws a `ToolError` for one that no answer had. */
export function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw new ToolError("`cursor` is not one of an earlier answer.");
  return Number(cursor);
}

/** Returns the part of a list that begins at a cursor. */
export function pageOf<Item>(
  list: readonly Item[],
  cursor: string | undefined,
  size: number,
): Page<Item> {
  const start = startOf(cursor);
  const end = start + size;
  return {
    items: list.slice(start, end),
    nextCursor: end < list.length ? String(end) : undefined,
  };
}
