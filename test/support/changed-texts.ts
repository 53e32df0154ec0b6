import { mergeReplacements } from "../../src/edit/passes/merge-replacements.ts";
import { searchText } from "../../src/edit/passes/search-text.ts";
import { splice } from "../../src/edit/text/splice.ts";
import type { Replacement } from "../../src/model/edit.ts";
import { compiled } from "../edit/compile/compiled.ts";
import type { seededRandom } from "./seeded-random.ts";

/** Ops whose matches lie inside of each other. */
export const NESTED_OPS = [
  ["f(f($A), $$$B)", "deep($A, $$$B)"],
  ["f($$$A)", "h($$$A)"],
  ["g($A, $B)", "g($B, $A)"],
  ["if ($C) { $$$B }", "when($C, () => { $$$B });"],
] as const;

type Random = ReturnType<typeof seededRandom>;

/** Code with matches inside of others, on one line and on several. */
function code(depth: number, random: Random): string {
  const { pick } = random;
  const end = pick(["", "", "\n"]);
  if (depth === 0) return pick(["a", "1", '"😀"', "x.y", "() => 1"]);
  const inner = () => code(depth - 1, random);
  const args = () => `${end}${inner()},${end} ${inner()}${end}`;
  return pick([() => `f(${args()})`, () => `g(${args()})`, () => `k(${inner()})`, inner])();
}

function statement(random: Random): string {
  const { pick } = random;
  const block = () => `if (${code(1, random)}) {\n${code(2, random)};\n${code(1, random)};\n}`;
  return pick([
    () => `${code(3, random)};`,
    () => `${code(2, random)};`,
    () => `let é = ${code(2, random)};`,
    block,
  ])();
}

/** A text, and the same with some of its lines removed, others put in, and some that were moved. */
export function twoTexts(random: Random): { readonly before: string; readonly now: string } {
  const { below, pick } = random;
  const lines = Array.from({ length: 4 + below(60) }, () => statement(random));
  const before = lines
    .filter(() => below(6) > 0)
    .flatMap((line) => (below(6) > 0 ? [line] : [line, statement(random)]));
  if (below(8) === 0) before.reverse();
  const eol = pick(["\n", "\n", "\r\n"]);
  const last = pick(["", "\n"]);
  const textOf = (all: readonly string[]) => `${all.join("\n")}${last}`.replaceAll("\n", eol);
  return { before: textOf(before), now: textOf(lines) };
}

/** Edits a text in the slow and obvious way: each op alone, then without the matches that have no changed line. */
export function editedOnLines(text: string, lines: ReadonlySet<number>): string {
  const isOnChanged = ({ start, end }: Replacement) => {
    const first = text.slice(0, start).split("\n").length;
    const more = text.slice(start, end).split("\n").length;
    return Array.from({ length: more }, (_, at) => first + at).some((line) => lines.has(line));
  };
  const byOp = NESTED_OPS.map(([pat, out], index) => {
    const op = compiled({ id: `ops[${index}]`, pat, out });
    const { accepted } = searchText(text, "typescript", [op]);
    return { accepted: accepted.filter(isOnChanged), superseded: [] };
  });
  return splice(text, mergeReplacements(byOp).accepted);
}
