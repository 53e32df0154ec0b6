import { clip } from "../edit/engine/parse-issues.ts";
import { parseMetaVariable } from "../edit/text/meta-variable.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import type { CodeTree } from "./code-tree.ts";
import { leavesOf, type PatternShape, shapePattern } from "./pattern-shape.ts";
import { readOtherwise } from "./read-otherwise.ts";
import { makeNote, type WrittenPattern } from "./read-pattern.ts";

/** Finds what a pattern may say without its author's knowing. */
export function findTraps(written: WrittenPattern, tree: CodeTree): readonly MatchNote[] {
  const shaped = shapePattern(written, tree.language);
  return [
    ...noVariables(written, tree),
    ...(tree.language === "json" ? noNamesInJson(written) : []),
    ...(shaped === undefined ? [] : partialVariables(shaped.shape, written)),
    ...(shaped === undefined ? [] : macroTokens(shaped.shape, written)),
    ...readOtherwise(shaped, written, tree),
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
      return [makeNote("no-variable", message, { part })];
    }
    const upper = name.toUpperCase().replace(/^\d+/, "");
    const hint = `Write \`${word.slice(0, word.length - name.length)}${upper || "A"}\``;
    const why = "the name of one has upper-case letters, digits and `_`, and begins with no digit";
    const message = `\`${word}\` is code, and no metavariable: ${why}`;
    return [makeNote("no-variable", message, { part, hint })];
  });
}

/** JSON has no names, in whose place a metavariable could stand. */
function noNamesInJson({ pat, part }: WrittenPattern): readonly MatchNote[] {
  const [word] = pat.match(/\$+[A-Z_]\w*/) ?? [];
  if (word === undefined) return [];
  const message = `\`${word}\` is no valid JSON: only an object with nothing else may seem to match`;
  const hint = "Use a rule: `kind: pair` with `has: { field: key, regex: '^\"NAME\"$' }`";
  return [makeNote("json-variable", message, { part, hint })];
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
    return [makeNote("partial-variable", message, { part, hint })];
  });
}

/** The arguments of a macro of Rust are tokens, and no expressions. */
function macroTokens(shape: PatternShape, { part }: WrittenPattern): readonly MatchNote[] {
  const variable = variableOfTokens(shape);
  if (variable === undefined) return [];
  const message = `the arguments of a macro are tokens: \`${variable}\` stands for one of them, such as a name`;
  return [makeNote("macro-tokens", message, { part, hint: "`$$$ARGS` stands for all of them" })];
}

function variableOfTokens(shape: PatternShape): string | undefined {
  if (shape.kind !== "inner") return undefined;
  for (const child of shape.children) {
    const isOne = child.kind === "variable" && child.variable.kind === "capture";
    if (isOne && shape.nodeKind === "token_tree") return `$${child.variable.name}`;
    const inside = variableOfTokens(child);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
