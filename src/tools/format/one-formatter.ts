import { splice } from "../../edit/text/splice.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import { ToolError } from "../../model/tool-error.ts";
import { sha256 } from "../../shared/sha256.ts";
import { inStyleOf } from "../text-edit/line-ends.ts";
import type {
  ChangeToFormat,
  FormatAnswer,
  FormatOutcome,
  OpenFormatter,
  TextOfFile,
} from "./formatter-shapes.ts";
import { editsOfStep } from "./only-changed.ts";

/** The answers of formatters so far. The files that they read for themselves must be the same all the time. */
export type FormatMemory = Map<string, FormatAnswer>;

/** The means of formatting. */
export interface FormattingMeans {
  readonly open: (params: FormatParams) => Promise<OpenFormatter>;
  readonly memory: FormatMemory;
  /** Returns a file that the command names and that changed since the run began. */
  readonly changedCode: (run: readonly string[]) => string | undefined;
  /** True if a text has more syntax errors than another one of the same file; false also if no grammar tells. */
  readonly hasMoreErrors: (path: string, text: string, than: string) => Promise<boolean>;
}

/** A change and the result of the formatter for its text. */
interface Formatted {
  readonly change: ChangeToFormat;
  readonly formatted: string;
}

export type Outcomes = Map<ChangeToFormat, FormatOutcome>;

/** The work of one formatter, in rounds: in each, all files that need it are formatted at once. */
export class OneFormatter {
  readonly #params: FormatParams;
  readonly #formatting: FormattingMeans;
  #opened: OpenFormatter | undefined;

  constructor(params: FormatParams, formatting: FormattingMeans) {
    this.#params = params;
    this.#formatting = formatting;
  }

  async format(changes: readonly ChangeToFormat[]): Promise<Outcomes> {
    const outcomes: Outcomes = new Map();
    const answers = await this.#ask(changes.map(({ path, after }) => ({ path, text: after })));
    refuseWhenAllFail(answers);
    const partly: Formatted[] = [];
    for (const [index, change] of changes.entries()) {
      const answer = answers[index];
      if (answer?.kind !== "done") {
        if (answer !== undefined) outcomes.set(change, answer);
        continue;
      }
      const formatted = inStyleOf(change.after, answer.text);
      const left = await this.#fault(change, formatted);
      if (left !== undefined) outcomes.set(change, { kind: "done", text: change.after, left });
      else if (isMeantWhole(change, formatted))
        outcomes.set(change, { kind: "done", text: formatted });
      else partly.push({ change, formatted });
    }
    await this.#formatPartly(partly, outcomes);
    return outcomes;
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  /** Formats files of which the formatter would change more than the step did. */
  async #formatPartly(files: readonly Formatted[], outcomes: Outcomes): Promise<void> {
    const before = await this.#ask(
      files.map(({ change: { path, before = "" } }) => ({ path, text: before })),
    );
    const unformatted: Formatted[] = [];
    for (const [index, file] of files.entries()) {
      const { change, formatted } = file;
      const answer = before[index];
      const wasFormatted =
        answer?.kind === "done" && inStyleOf(change.before ?? "", answer.text) === change.before;
      if (wasFormatted) outcomes.set(change, { kind: "done", text: formatted });
      else unformatted.push(file);
    }
    const unproved = await this.#prove(unformatted, outcomes, () => true);
    // Lines of other files may be indented in another way than the formatter's.
    const none = await this.#prove(unproved, outcomes, ({ kind }) => kind !== "indentation");
    for (const { change } of none)
      outcomes.set(change, { kind: "done", text: change.after, left: INSEPARABLE });
  }

  /**
   * Takes some edits of the formatter over where it makes the same of the text with and without them: then they change
   * no meaning by themselves, such as the indentation of one line of a block. Returns the files where it does not.
   */
  async #prove(
    files: readonly Formatted[],
    outcomes: Outcomes,
    isWanted: (edit: ReturnType<typeof editsOfStep>["kept"][number]) => boolean,
  ): Promise<readonly Formatted[]> {
    const tried: (Formatted & { readonly text: string })[] = [];
    const unproved: Formatted[] = [];
    for (const file of files) {
      const { path, before = "", after } = file.change;
      const { kept } = editsOfStep({ before, after, formatted: file.formatted });
      const text = splice(after, kept.filter(isWanted));
      // A formatter need not be asked about what is no code.
      if (await this.#formatting.hasMoreErrors(path, text, after)) unproved.push(file);
      else tried.push({ ...file, text });
    }
    const answers = await this.#ask(tried.map(({ change: { path }, text }) => ({ path, text })));
    for (const [index, { text, ...file }] of tried.entries()) {
      const { change, formatted } = file;
      const answer = answers[index];
      const isSame = answer?.kind === "done" && inStyleOf(change.after, answer.text) === formatted;
      if (isSame) outcomes.set(change, { kind: "done", text });
      else unproved.push(file);
    }
    return unproved;
  }

  async #fault({ path, after }: ChangeToFormat, formatted: string): Promise<string | undefined> {
    const { hasMoreErrors } = this.#formatting;
    return formatted !== after && (await hasMoreErrors(path, formatted, after))
      ? "the result of the formatter has syntax errors"
      : undefined;
  }

  /** Asks the formatter, and never twice for one text of a file. */
  async #ask(texts: readonly TextOfFile[]): Promise<readonly FormatAnswer[]> {
    const { open, memory, changedCode } = this.#formatting;
    const keys = texts.map(({ path, text }) =>
      JSON.stringify([sha256(JSON.stringify(this.#params)), path, sha256(text)]),
    );
    const unknown = new Map(
      texts.flatMap((each, index): [string, TextOfFile][] => {
        const key = keys[index] ?? "";
        return memory.has(key) ? [] : [[key, each]];
      }),
    );
    if (unknown.size > 0) {
      const changed = changedCode(this.#params.run);
      if (changed !== undefined) throw new ToolError(changedMessage(changed));
      this.#opened ??= await open(this.#params);
      const answers = await this.#opened.run([...unknown.values()]);
      for (const [index, key] of [...unknown.keys()].entries()) {
        const answer = answers[index];
        if (answer !== undefined) memory.set(key, answer);
      }
    }
    return keys.map(
      (key) => memory.get(key) ?? { kind: "failed", message: "it was not formatted" },
    );
  }
}

const INSEPARABLE =
  "it was not formatted before, and what the step changed cannot be formatted alone";

function changedMessage(path: string): string {
  return `The formatter names ${path}, which is not as it was before the first step: it is not run.`;
}

/** True if all that the formatter does belongs to the step. */
function isMeantWhole({ before, after }: ChangeToFormat, formatted: string): boolean {
  return (
    formatted === after || before === undefined || editsOfStep({ before, after, formatted }).areAll
  );
}

/** Throws if the formatter fails for all files alike: it is the reason, and no file. */
function refuseWhenAllFail(answers: readonly FormatAnswer[]): void {
  const [first] = answers;
  if (answers.length < 2 || first?.kind !== "failed") return;
  if (answers.some((answer) => answer.kind === "done" || answer.message !== first.message)) return;
  const { message } = first;
  throw new ToolError(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}, for all ${answers.length} files.`,
  );
}
