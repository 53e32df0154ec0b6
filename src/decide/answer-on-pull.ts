import type { PeopleForge, ThreadComment } from "../forge/people.ts";
import { answersTo, answerTexts, faultMarker, faultText } from "./answers.ts";
import type { JudgedWish } from "./judge-wishes.ts";
import type { ReadWishes } from "./read-wishes.ts";

/** The pull request, and what its receipts are about. */
export interface AnsweringContext {
  readonly forge: Pick<PeopleForge, "comment">;
  readonly number: number;
  readonly plan: string;
  readonly head: string;
}

/** Writes the receipts of decisions that have none yet. */
export async function answerJudged(
  judged: readonly JudgedWish[],
  { forge, number, ...about }: AnsweringContext,
): Promise<void> {
  const fresh = judged.filter(({ isKnown }) => !isKnown);
  for (const text of answerTexts(answersTo(fresh, about))) await forge.comment(number, text);
}

/** Says once what in a comment decides nothing. */
export async function answerFaults(
  { faults, source, by }: Pick<Extract<ReadWishes, { kind: "read" }>, "faults" | "source" | "by">,
  {
    forge,
    number,
    thread,
  }: Pick<AnsweringContext, "forge" | "number"> & { readonly thread: readonly ThreadComment[] },
): Promise<void> {
  if (faults.length === 0 || by.isBot) return; // Two bots could answer each other for ever.
  const marker = faultMarker(source);
  if (thread.some(({ isOwn, body }) => isOwn && body.startsWith(marker))) return;
  await forge.comment(number, faultText(faults, { source, by: by.login }));
}
