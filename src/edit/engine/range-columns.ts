import type { WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { EngineSearch } from "./engine.ts";
import { mapRule } from "./map-rule.ts";

const withRange = new WeakMap<EngineSearch, boolean>();
/** The last result of each search: that of an expansion or a rewriter is asked for at every match. */
const counted = new WeakMap<
  EngineSearch,
  { readonly text: string; readonly search: EngineSearch }
>();

/**
 * Returns the search with the columns of its `range` rules in UTF-16 code units, as this engine counts them. A rule
 * counts characters, as the ast-grep CLI does; without this, code after an emoji on its line would be found too far
 * to the right, or not at all.
 */
export function countColumns(search: EngineSearch, text: string): EngineSearch {
  if (!hasRange(search)) return search;
  const last = counted.get(search);
  if (last?.text === text) return last.search;
  const result = /[\uD800-\uDBFF]/.test(text) ? countIn(search, text.split("\n")) : search;
  counted.set(search, { text, search: result });
  return result;
}

function hasRange(search: EngineSearch): boolean {
  const known = withRange.get(search) ?? JSON.stringify(search).includes('"range"');
  withRange.set(search, known);
  return known;
}

function countIn({ rule, constraints, utils }: EngineSearch, lines: readonly string[]) {
  const inRule = (written: WrittenMap) =>
    mapRule(written, (part) =>
      isRecord(part.range) ? { ...part, range: countRange(part.range, lines) } : part,
    );
  const inAll = (map: WrittenMap) =>
    Object.fromEntries(
      Object.entries(map).map(([key, value]) => [key, isRecord(value) ? inRule(value) : value]),
    );
  return {
    rule: inRule(rule),
    ...(constraints === undefined ? {} : { constraints: inAll(constraints) }),
    ...(utils === undefined ? {} : { utils: inAll(utils) }),
  };
}

function countRange(range: WrittenMap, lines: readonly string[]): WrittenMap {
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
