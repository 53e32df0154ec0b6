import type { FleetPageRow } from "../../src/model/page/fleet-page.ts";
import { wordsOf } from "./search.ts";

/** Returns the rows of the chosen states that have the words of a search; without a chosen state, of all. */
export function filterRows(
  rows: readonly FleetPageRow[],
  { search, states }: { readonly search: string; readonly states: readonly string[] },
): readonly FleetPageRow[] {
  const words = wordsOf(search);
  return rows.filter((row) => {
    if (states.length > 0 && !states.includes(row.state)) return false;
    if (words.length === 0) return true;
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

const texts = new WeakMap<FleetPageRow, string>();

/** Everything of a row that is searched, in lower case; made when it is first asked for. */
function textOf(row: FleetPageRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const { name, state, why = "", ref = "", commit = "", pulls } = row;
  const ofPulls = pulls.items.flatMap((pull) => [pull.branch, pull.state, pull.url, pull.why]);
  const text = [name, state, why, ref, commit, ...ofPulls].join("\n").toLowerCase();
  texts.set(row, text);
  return text;
}
