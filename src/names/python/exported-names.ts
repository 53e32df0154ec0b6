import type { Extent } from "../file-names.ts";

/** True if a call adds to `__all__`. */
export function isExportCall(text: string, start: number): boolean {
  EXPORT_CALL.lastIndex = start;
  return EXPORT_CALL.test(text);
}

const EXPORT_CALL = /__all__\s*\.\s*(?:extend|append|insert|remove)\s*\(/y;

/** Returns the place of the name in a string of `__all__`. */
export function exportedName(text: string, { start, end }: Extent): Extent | undefined {
  const [, opening] = STRING.exec(text.slice(start, end)) ?? [];
  if (opening === undefined) return undefined;
  const quotes = opening.replace(/^[a-z]/i, "").length;
  return { start: start + opening.length, end: end - quotes };
}

const STRING = /^([ru]?("""|'''|["']))[\p{ID_Start}_][\p{ID_Continue}]*\2$/iu;
