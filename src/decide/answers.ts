import { markdownText } from "../report/markdown-text.ts";
import { shorten } from "../shared/shorten.ts";
import { alike } from "./decisions-of.ts";
import type { JudgedWish } from "./judge-wishes.ts";
import { type Receipt, receiptLine, receiptSentence } from "./receipts.ts";

/** The most actions of one receipt, and UTF-16 code units of one comment: a receipt of the most has about 35,000. */
const [MOST_ACTIONS, MOST_TEXT] = [500, 60_000];
/** The most characters of a reason. */
const LONGEST_WHY = 600;

/** An answer to a decision, and the sentence of its state. */
export interface Answer {
  readonly receipt: Receipt;
  readonly why: string;
}

/** Returns the answers to what was judged: one for all actions of which all of it is the same. */
export function answersTo(
  judged: readonly JudgedWish[],
  { plan, head }: Pick<Receipt, "plan" | "head">,
): readonly Answer[] {
  return alike(judged).flatMap((group): readonly Answer[] => {
    const { wish, state, why, commit, action } = group[0];
    if (state === "failed") return []; // A job that runs again may do it.
    const { verdict, by, at, source, reason } = wish;
    const about = { verdict, state, plan, head, by: by.login, at, source, reason };
    const rule = action.ruleId === undefined ? {} : { rule: action.ruleId };
    const end = { ...about, ...rule, ...(commit === undefined ? {} : { commit }) };
    const ids = group.map((one) => one.action.id);
    const parts = Array.from({ length: Math.ceil(ids.length / MOST_ACTIONS) }, (_, part) =>
      ids.slice(part * MOST_ACTIONS, (part + 1) * MOST_ACTIONS),
    );
    return parts.map((actions) => ({ receipt: { ...end, actions }, why }));
  });
}

/** Returns the comments that tell answers. */
export function answerTexts(answers: readonly Answer[]): readonly string[] {
  const parts = answers.map(({ receipt, why }) => {
    const end = receipt.state === "applied" || receipt.state === "discarded" ? "" : ` ${why}`;
    return `${receiptLine(receipt)}\n${receiptSentence(receipt)}${markdownText(shorten(end, LONGEST_WHY))}`;
  });
  const comments: string[] = [];
  for (const part of parts) {
    const last = comments.at(-1);
    if (last === undefined || last.length + part.length + 2 > MOST_TEXT) comments.push(part);
    else comments[comments.length - 1] = `${last}\n\n${part}`;
  }
  return comments;
}

/** The most lines that are told to be no commands. */
const MOST_FAULTS = 20;

/** Returns the comment about what decides nothing; one sentence for each line. */
export function faultText(
  lines: readonly string[],
  { source, by }: { readonly source: string; readonly by: string },
): string {
  const told = lines
    .slice(0, MOST_FAULTS)
    .map((line) => `- ${markdownText(shorten(line, LONGEST_WHY))}`);
  const more = lines.length > MOST_FAULTS ? [`- and ${lines.length - MOST_FAULTS} more`] : [];
  const head = `**${markdownText(by)}**: this decides nothing.`;
  return [faultMarker(source), head, "", ...told, ...more].join("\n");
}

/** The line that is not shown, by which an answer to what was no decision is found again. */
export function faultMarker(source: string): string {
  return `<!-- sluice no decision ${source.replace(/[^\w .:+=/-]|--/g, "_")} -->`;
}
