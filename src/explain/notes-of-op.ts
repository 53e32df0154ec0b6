import type { Language } from "../edit/language/language.ts";
import type { EditOp, OpProblem } from "../model/edit.ts";
import type { MatchNote, PatternReading } from "../model/search/match-explanation.ts";
import type { CodeTree } from "./code-tree.ts";
import { invalidNotes } from "./invalid-op.ts";
import { trapsOf } from "./pattern-traps.ts";
import { patternsOf } from "./patterns-of-op.ts";
import { readPattern } from "./read-pattern.ts";

/** Describes how each pattern of an op is read. */
export function readingsOf(op: EditOp, language: Language): readonly PatternReading[] {
  return patternsOf(op).map((pattern) => readPattern(pattern, language));
}

/** Finds what the patterns of an op may say without its author's knowing. */
export function trapsOfOp(op: EditOp, tree: CodeTree): readonly MatchNote[] {
  return patternsOf(op).flatMap((pattern) => trapsOf(pattern, tree));
}

/** Describes an op that is not valid. Another language is no advice if only the code around a pattern is missing. */
export function notesOfInvalid(
  op: EditOp,
  problems: readonly OpProblem[],
  tree: CodeTree,
): readonly MatchNote[] {
  const traps = trapsOfOp(op, tree);
  const isMeant = traps.some(({ code }) => code === "read-otherwise");
  const notes = invalidNotes(op, problems, tree);
  return [...notes.filter(({ code }) => !isMeant || code !== "valid-elsewhere"), ...traps];
}
