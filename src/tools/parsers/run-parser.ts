import { MAX_FILE_BYTES } from "../../files/decode-text.ts";
import type { ParserParams } from "../../model/recipe/parser-params.ts";
import { CancelledError } from "../../model/tool-error.ts";
import { MARK_VARIABLE } from "../../shared/process/end-marked.ts";
import { type CommandResult, runCommand } from "../../shared/process/run-command.ts";
import { shown } from "../../shared/shown.ts";
import type { Shadows } from "../command/shadow.ts";
import { QUIET } from "../command/start-command.ts";
import { withBinaries } from "../format/format-by-stdin.ts";

/** The verdict of a parser on one text; `why` is a sentence. */
export type ParserVerdict =
  | { readonly kind: "good" }
  | { readonly kind: "bad" }
  | { readonly kind: "unknown"; readonly why: string };

/** The context of a parser. */
export interface ParsingHere {
  /** The folder in which it runs; absolute. */
  readonly folder: string;
  readonly shadows: Pick<Shadows, "environmentOf">;
  /** Marks everything that the parser starts. */
  readonly mark: string;
  /** When it fires, the parser is ended. */
  readonly signal: AbortSignal;
}

/** The most bytes that a parser may print: some print the text again. */
const MOST_PRINTED = 2 * MAX_FILE_BYTES;

/** Starts a parser on one text, which it gets by standard input. */
export async function runParser(
  text: string,
  params: ParserParams,
  { folder, shadows, mark, signal }: ParsingHere,
): Promise<ParserVerdict> {
  const own = withBinaries(shadows.environmentOf(params.env), folder);
  const result = await runCommand(params.run, {
    cwd: folder,
    env: { ...own, ...QUIET, [MARK_VARIABLE]: mark },
    input: text,
    timeout: params.timeout,
    ...{ signal, maxOutput: MOST_PRINTED, endsGroup: true },
  });
  if (result.stopped === "aborted")
    throw new CancelledError("The run was stopped before this was written.");
  return verdictOf(result, params);
}

function verdictOf(
  { code, stopped, signal, startError }: CommandResult,
  { run: [program = ""], ok, timeout, language }: ParserParams,
): ParserVerdict {
  const name = shown(program);
  const unknown = (why: string): ParserVerdict => ({ kind: "unknown", why });
  const failed = (what: string) => unknown(`The parser of ${language}, \`${name}\`, ${what}.`);
  if (/\bENOENT\b/.test(startError ?? "")) return failed("was not found: install it");
  if (startError !== undefined) return failed(`cannot be started: ${startError}`);
  if (stopped === "timeout") return failed(`took longer than ${timeout / 1000} s, and was ended`);
  if (stopped === "output") return failed(`printed more than ${MOST_PRINTED} bytes`);
  if (signal !== undefined) return failed(`was ended by ${signal}`);
  return { kind: code !== null && ok.includes(code) ? "good" : "bad" };
}
