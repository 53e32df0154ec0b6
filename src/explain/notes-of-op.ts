import { compileOp } from "../edit/compile/compile-op.ts";
import { isCodeLanguage } from "../edit/compile/single-token.ts";
import { kindOf } from "../edit/engine/engine.ts";
import { isBuiltIn, type Language, languages } from "../edit/language/language.ts";
import type { EditOp, OpProblem } from "../model/edit.ts";
import type { MatchNote, PatternReading } from "../model/search/match-explanation.ts";
import { closestName } from "../shared/closest-name.ts";
import type { CodeTree } from "./code-tree.ts";
import { findTraps } from "./pattern-traps.ts";
import { patternsOf } from "./patterns-of-op.ts";
import { makeNote, partOf, readPattern } from "./read-pattern.ts";
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
