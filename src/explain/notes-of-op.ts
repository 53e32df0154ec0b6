import { compileOp } from "../edit/compile/compile-op.ts";
import { isCodeLanguage } from "../edit/compile/single-token.ts";
import { kindOf } from "../edit/engine/engine.ts";
import { clip } from "../edit/engine/parse-issues.ts";
import { isBuiltIn, type Language, languages } from "../edit/language/language.ts";
import { parseMetaVariable } from "../edit/text/meta-variable.ts";
import { hasWrittenDollars } from "../edit/text/written-dollars.ts";
import type { EditOp } from "../model/edit.ts";
import type { MatchNote, PatternReading } from "../model/search/match-explanation.ts";
import type { OpProblem } from "../model/search/op-problem.ts";
import { closestName } from "../shared/closest-name.ts";
import type { CodeTree } from "./code-tree.ts";
import { leavesOf, type PatternShape, shapePattern } from "./pattern-shape.ts";
import { patternsOf } from "./patterns-of-op.ts";
import { readOtherwise } from "./read-otherwise.ts";
import { makeNote, partOf, readPattern, type WrittenPattern } from "./read-pattern.ts";
import { isLarge } from "./sample-nodes.ts";

/** Describes how each pattern of an op is read. */
export function readPatterns(op: EditOp, language: Language): readonly PatternReading[] {
  return patternsOf(op).map((pattern) => readPattern(pattern, language));
}

/** Finds what the patterns of an op may say without its author's knowing. */
export function findTrapsOfOp(op: EditOp, tree: CodeTree): readonly MatchNote[] {
  return patternsOf(op).flatMap((pattern) => findTraps(pattern, tree));
}

/** Describes an op that is not valid. Another language is no advice if only the code around a pattern is missing. */
export function notesOfInvalid(
  op: EditOp,
  problems: readonly OpProblem[],
  tree: CodeTree,
): readonly MatchNote[] {
  const traps = findTrapsOfOp(op, tree);
  const isMeant = traps.some(({ code }) => code === "read-otherwise");
  const notes = invalidNotes(op, problems, tree);
  return [...notes.filter(({ code }) => !isMeant || code !== "valid-elsewhere"), ...traps];
}

/** Describes the problems of an op in a language, with kinds that the code has, and languages in which it is valid. */
function invalidNotes(
  op: EditOp,
  problems: readonly OpProblem[],
  tree: CodeTree,
): readonly MatchNote[] {
  const ofProblems = problems.map(({ code, field, message, hint }) => {
    const near = code === "unknown-kind" ? nearKind(op, field, tree) : undefined;
    return makeNote(code, message, { part: partOf(field), hint: near ?? hint });
  });
  const otherLanguages = languages.filter(
    ({ id }) => id !== tree.language && isBuiltIn(id) && isCodeLanguage(id) && isValidIn(op, id),
  );
  if (otherLanguages.length === 0) return ofProblems;
  const names = otherLanguages.map(({ id }) => `\`${id}\``).join(", ");
  const message = `it is valid in ${names}, and not in \`${tree.language}\`, the grammar that reads this file`;
  const hint = "Say so with `lang`, `languages`, or `languageGlobs` in the recipe";
  return [...ofProblems, makeNote("valid-elsewhere", message, { hint })];
}

function isValidIn(op: EditOp, language: Language): boolean {
  return compileOp(op, language).kind === "compiled";
}

/** Finds the kind of the code whose name is like one that the grammar does not have. */
function nearKind(op: EditOp, field: OpProblem["field"], tree: CodeTree): string | undefined {
  const writtenKind = field.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? (value as Record<string, unknown>)[key]
        : undefined, // A path.
    op,
  );
  if (typeof writtenKind !== "string") return undefined;
  const near =
    closestName(writtenKind, kindsIn(tree)) ??
    kindsIn(tree).find((kind) => kind.startsWith(writtenKind));
  return near === undefined ? undefined : `The code has \`${near}\``;
}

function kindsIn({ root, budget }: CodeTree): readonly string[] {
  const kinds = new Set<string>();
  if (isLarge(root)) return [];
  const open = [root];
  for (let node = open.pop(); node !== undefined && kinds.size < 500; node = open.pop()) {
    if (!budget.spend()) break;
    if (node.isNamed()) kinds.add(kindOf(node));
    if (open.length < 50_000) open.push(...node.children().slice(0, 5000));
  }
  return [...kinds];
}

/** Finds what a pattern may say without its author's knowing. */
function findTraps(written: WrittenPattern, tree: CodeTree): readonly MatchNote[] {
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
    // A single dollar, names that are meant as code, and names that the code has itself.
    if (
      word === "$" ||
      hasWrittenDollars(word) ||
      parseMetaVariable(word, "$") !== undefined ||
      text.includes(word)
    )
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
