import type { FormatOutcome, Formatter } from "../format/formatter-shapes.ts";
import { inStyleOf } from "../text-edit/line-ends.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import { ownTextOf } from "./own-text.ts";
import type { AnswerOnText, TransformAnswer } from "./transform-shapes.ts";

/** The answers of a call before and after formatting, and the means to find out if they stay as they are. */
interface Settling {
  readonly answers: ReadonlyMap<string, AnswerOnText>;
  readonly formatted: ReadonlyMap<string, AnswerOnText>;
  readonly formatter: Formatter;
  /** Calls the function of the step on these texts. */
  readonly transform: (
    texts: ReadonlyMap<string, string>,
  ) => Promise<ReadonlyMap<string, TransformAnswer>>;
  readonly context: Pick<TextEditContext, "workspace">;
}

/** Finds out again if files are idempotent whose texts the formatter changed: the step with its formatter has to be. */
export async function settleAnswers(
  settling: Settling,
): Promise<ReadonlyMap<string, AnswerOnText>> {
  const { answers, formatted, transform } = settling;
  const texts = new Map<string, string>();
  for (const [path, on] of formatted) {
    const [text, own] = [ownText(path, on), ownText(path, answers.get(path))];
    if (text !== undefined && text !== own) texts.set(path, text);
  }
  if (texts.size === 0) return formatted;
  const again = await transform(texts);
  const settled = await formatAgain(again, settling);
  return new Map(
    [...formatted].map(([path, [answer, hash]]): [string, AnswerOnText] => {
      if (answer.kind !== "done" || !texts.has(path)) return [path, [answer, hash]];
      const isIdempotent = factOf(again.get(path), settled.get(path), texts.get(path));
      return [path, [{ ...answer, isIdempotent }, hash]];
    }),
  );
}

function ownText(path: string, [answer]: AnswerOnText | readonly [] = []): string | undefined {
  return answer?.kind === "done" ? ownTextOf(answer.files, path) : undefined;
}

/** Formats what the function makes of its own results. */
async function formatAgain(
  again: ReadonlyMap<string, TransformAnswer>,
  { formatter, context: { workspace } }: Settling,
): Promise<ReadonlyMap<string, FormatOutcome | undefined>> {
  const paths: string[] = [];
  const changes: { path: string; before: string; after: string }[] = [];
  for (const [path, answer] of again) {
    const text = answer.kind === "done" ? ownTextOf(answer.files, path) : undefined;
    const read = await workspace.read(path);
    if (text === undefined || read.kind !== "text") continue;
    paths.push(path);
    changes.push({ path, before: read.text, after: inStyleOf(read.text, text) });
  }
  const outcomes = await formatter.format(changes);
  return new Map(paths.map((path, index) => [path, outcomes[index]]));
}

/** Undefined if the function, or the formatter, fails for a result. */
function factOf(
  again: TransformAnswer | undefined,
  outcome: FormatOutcome | undefined,
  text: string | undefined,
): boolean | undefined {
  if (again?.kind !== "done") return undefined;
  if (again.files.length === 0) return true;
  if (outcome === undefined) return false;
  return outcome.kind === "done" ? outcome.text === text : undefined;
}
