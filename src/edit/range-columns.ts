import { isRecord } from "../shared/is-record.ts";
import type { EngineSearch } from "./engine.ts";

const withRange = new WeakMap<EngineSearch, boolean>();

/**
 * The search with the columns of its `range` rules as this engine counts them. A rule counts
 * characters, as the ast-grep CLI does; the engine counts UTF-16 units, so that what stands behind an
 * emoji on its line would be found too far to the right, or not at all.
 */
export function countColumns(search: EngineSearch, text: string): EngineSearch {
  if (!hasRange(search) || !/[\uD800-\uDBFF]/.test(text)) return search;
  const lines = text.split("\n");
  const visit = (value: unknown, key?: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item));
    if (!isRecord(value)) return value;
    if (key === "range") return countIn(value, lines);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, visit(item, name)]),
    );
  };
  return visit(search) as EngineSearch; // The same shape, with other numbers.
}

function hasRange(search: EngineSearch): boolean {
  const known = withRange.get(search) ?? JSON.stringify(search).includes('"range"');
  withRange.set(search, known);
  return known;
}

function countIn(range: Record<string, unknown>, lines: readonly string[]): unknown {
  return Object.fromEntries(
    Object.entries(range).map(([end, place]) => {
      if (!isRecord(place) || typeof place.line !== "number" || typeof place.column !== "number")
        return [end, place];
      const characters = [...(lines[place.line] ?? "")];
      const beyond = Math.max(0, place.column - characters.length);
      const column = characters.slice(0, place.column).join("").length + beyond;
      return [end, { ...place, column }];
    }),
  );
}
