import type { MatchNote } from "../../model/search/match-explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { findMatches } from "../engine/engine.ts";
import { clip } from "../engine/parse-issues.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";
import type { CodeTree } from "./code-tree.ts";
import { leavesOf, type PatternShape, shapeOf } from "./pattern-shape.ts";
import { noteOf, type WrittenPattern } from "./read-pattern.ts";

/** Finds what a pattern may say without its author's knowing. */
export function trapsOf(written: WrittenPattern, tree: CodeTree): readonly MatchNote[] {
  const shaped = shapeOf(written, tree.language);
  return [
    ...noVariables(written, tree),
    ...(shaped === undefined ? [] : partialVariables(shaped.shape, written)),
    ...(shaped === undefined ? [] : readOtherwise(shaped.shape, written, tree)),
  ];
}

/** Dollars that are code: lower-case names, `$$`, names that begin with a digit. */
function noVariables({ pat, part }: WrittenPattern, { text }: CodeTree): readonly MatchNote[] {
  const words = [...new Set(pat.match(/\$+\w*/g) ?? [])];
  return words.slice(0, 200).flatMap((word) => {
    const name = word.replace(/^\$+/, "");
    // A single dollar, and names that the code has itself.
    if (word === "$" || parseMetaVariable(word, "$") !== undefined || text.includes(word))
      return [];
    if (name === "") {
      const message = `\`${word}\` is no metavariable: \`$A\` is one node, and \`$$$\` any number`;
      return [noteOf("no-variable", message, { part })];
    }
    const upper = name.toUpperCase().replace(/^\d+/, "");
    const hint = `Write \`${word.slice(0, word.length - name.length)}${upper || "A"}\``;
    const why = "the name of one has upper-case letters, digits and `_`, and begins with no digit";
    const message = `\`${word}\` is code, and no metavariable: ${why}`;
    return [noteOf("no-variable", message, { part, hint })];
  });
}

/** Metavariables inside of a longer token. */
function partialVariables(shape: PatternShape, { part }: WrittenPattern): readonly MatchNote[] {
  return leavesOf(shape).flatMap((leaf) => {
    if (leaf.kind !== "leaf") return [];
    const words = leaf.text.match(/\$+\w+/g) ?? [];
    const variable = words.find((word) => parseMetaVariable(word, "$") !== undefined);
    if (variable === undefined) return [];
    const partOf = `\`${variable}\` is a part of ${clip(leaf.text)} and stands for itself`;
    const message = `${partOf}: a metavariable is a whole node`;
    const hint = `Use a metavariable for the whole \`${leaf.nodeKind}\`, with a \`regex\` in its constraint`;
    return [noteOf("partial-variable", message, { part, hint })];
  });
}

/** Other readings of a pattern, by the kind that it was read as. */
const OTHER_READINGS: readonly {
  readonly kinds: readonly string[];
  readonly as: string;
  readonly write: (pat: string) => string;
  readonly selector: string;
  readonly what: string;
}[] = [
  {
    kinds: ["statement_block", "labeled_statement"],
    as: "an object literal",
    what: "a block of statements",
    write: (pat) => `(${pat})`,
    selector: "object",
  },
  {
    kinds: ["labeled_statement"],
    as: "an entry of an object",
    what: "a statement with a label",
    write: (pat) => `({ ${pat} })`,
    selector: "pair",
  },
];

/** Finds out if a pattern that is read as one thing would match as another. */
function readOtherwise(
  shape: PatternShape,
  written: WrittenPattern,
  { root, language, budget }: CodeTree,
): readonly MatchNote[] {
  const { pat, part, strictness = "smart", selector: own } = written;
  if (own !== undefined) return [];
  return OTHER_READINGS.flatMap(({ kinds, as, write, selector, what }) => {
    if (!kinds.includes(shape.nodeKind) || !budget.spend(500)) return [];
    const context = write(pat);
    if (shapeOf({ pat: context, selector }, language) === undefined) return [];
    const found = findMatches(root, { rule: { pattern: { context, selector, strictness } } });
    if (found.length === 0) return [];
    const message = `the pattern is read as ${what}; as ${as} it would match ${countOf(found.length, "node")}`;
    const hint = `Write \`pat: "${context}"\` with \`selector: ${selector}\``;
    return [noteOf("read-otherwise", message, { part, hint })];
  });
}
