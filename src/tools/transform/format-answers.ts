import { ToolError } from "../../model/tool-error.ts";
import { type FormatNotes, noteOutcome } from "../format/format-notes.ts";
import type { ChangeToFormat, FormatOutcome, Formatter } from "../format/formatter-shapes.ts";
import { inStyleOf } from "../text-edit/line-ends.ts";
import { findEditTarget, type TextEditContext } from "../text-edit/text-edit.ts";
import type { AnswerOnText, ProposedFile } from "./transform-shapes.ts";

/** The answers of a call, by path, after their texts were formatted. */
export interface FormattedAnswers extends FormatNotes {
  readonly answers: ReadonlyMap<string, AnswerOnText>;
}

/** Formats the texts that were proposed. An answer is left out as a whole if the formatter fails for a text of it. */
export async function formatAnswers(
  answers: ReadonlyMap<string, AnswerOnText>,
  formatter: Formatter,
  context: TextEditContext,
): Promise<FormattedAnswers> {
  const sorted = [...answers].sort(([a], [b]) => (a < b ? -1 : 1));
  const changes = new Map<ProposedFile, ChangeToFormat>();
  for (const [, [answer]] of sorted)
    for (const file of answer.kind === "done" ? answer.files : []) {
      const change = await changeOf(file, context);
      if (change !== undefined) changes.set(file, change);
    }
  const outcomes = await formatter.format([...changes.values()]);
  const byFile = new Map([...changes.keys()].map((file, index) => [file, outcomes[index]]));
  const notes: FormatNotes = { failed: [], alerts: [] };
  const formatted = new Map<string, AnswerOnText>();
  for (const [path, [answer, hash]] of sorted) {
    const own = answer.kind === "done" ? answer.files : [];
    const files = own.flatMap((file) => takeOver(file, path, byFile, notes) ?? []);
    if (files.length === own.length)
      formatted.set(path, [answer.kind === "done" ? { ...answer, files } : answer, hash]);
  }
  return { answers: formatted, ...notes };
}

/** Returns a file with its formatted text; undefined if the formatter failed. */
function takeOver(
  file: ProposedFile,
  path: string,
  outcomes: ReadonlyMap<ProposedFile, FormatOutcome | undefined>,
  notes: FormatNotes,
): ProposedFile | undefined {
  if (!outcomes.has(file)) return file;
  const text = noteOutcome(path, outcomes.get(file), notes);
  return text === undefined ? undefined : { ...file, text };
}

/** Returns the change that a proposed text comes to; undefined if it is none, or is refused later. */
async function changeOf(
  { path: written, text, movedFrom }: ProposedFile,
  context: TextEditContext,
): Promise<ChangeToFormat | undefined> {
  if (text === null) return undefined;
  try {
    const { path, before: own } = await findEditTarget(written, context);
    const before =
      movedFrom === undefined ? own : (await findEditTarget(movedFrom, context)).before;
    const after = before === undefined ? text : inStyleOf(before.text, text);
    return { path, before: before?.text, after };
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
