import { resolveLanguage } from "../../edit/language/language.ts";
import type { ParserParams } from "../../model/recipe/parser-params.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";
import { sha256 } from "../../shared/sha256.ts";
import { shown } from "../../shared/shown.ts";
import type { ParserVerdict } from "./run-parser.ts";
import type { JudgedTexts, SyntaxJudge } from "./syntax-judge.ts";

/** The changes that are judged at the same time. */
const WIDTH = 4;

/** The verdicts so far, by parser and text. */
export type ParserMemory = Map<string, Promise<ParserVerdict>>;

/** A parser that can be started. */
interface OpenParsers {
  run(text: string, params: ParserParams): Promise<ParserVerdict>;
  /** Ends everything that was started. */
  close(): Promise<void>;
}

/** The means of the programs that judge. */
export interface JudgingMeans {
  /** Of several for a language, the first counts. */
  readonly parsers: readonly ParserParams[];
  readonly memory: ParserMemory;
  readonly open: () => OpenParsers;
  /** Returns a file that the command names and that changed since the run began. */
  readonly changedCode: (run: readonly string[]) => string | undefined;
  /** Called with each reason why something cannot be told, and the files that it is about. */
  readonly onUnknown: (why: string, paths: readonly string[]) => void;
}

/** Creates the judge of one call: each text is parsed once, and that before a change only if the one after is bad. */
export function createSyntaxJudge(means: JudgingMeans): SyntaxJudge["judge"] {
  const parserOf = (language: string) =>
    means.parsers.find((parser) => resolveLanguage(parser.language) === language);
  return async (changes) => {
    const opened = means.open();
    const parse = (text: string, params: ParserParams) => parseOnce(text, params, means, opened);
    try {
      const judged = await mapBounded(changes, WIDTH, async (change): Promise<Judged> => {
        const params = parserOf(change.language);
        return params === undefined ? {} : judgeOne(change, params, parse);
      });
      const pathsByReason = new Map<string, string[]>();
      for (const [index, { why }] of judged.entries()) {
        if (why === undefined) continue;
        const paths = pathsByReason.get(why) ?? [];
        pathsByReason.set(why, [...paths, changes[index]?.path ?? ""]);
      }
      for (const [why, paths] of pathsByReason) means.onUnknown(why, [...new Set(paths)]);
      return judged.map(({ addsErrors }) => addsErrors);
    } finally {
      await opened.close();
    }
  };
}

/** The judgement of a change; `why` says why it cannot be told if it adds errors. */
interface Judged {
  readonly addsErrors?: boolean;
  readonly why?: string;
}

async function judgeOne(
  { before, after }: JudgedTexts,
  params: ParserParams,
  parse: (text: string, params: ParserParams) => Promise<ParserVerdict>,
): Promise<Judged> {
  const verdict = await parse(after, params);
  if (verdict.kind === "good") return { addsErrors: false };
  if (verdict.kind === "unknown") return { why: verdict.why };
  const old = before === undefined ? undefined : await parse(before, params);
  if (old === undefined || old.kind === "good") return { addsErrors: true };
  return { why: old.kind === "unknown" ? old.why : refusesBoth(params) };
}

function refusesBoth({ language, run: [program = ""] }: ParserParams): string {
  return `The parser of ${language}, \`${shown(program)}\`, refuses the text before, too.`;
}

function parseOnce(
  text: string,
  params: ParserParams,
  { memory, changedCode }: JudgingMeans,
  opened: OpenParsers,
): Promise<ParserVerdict> {
  const { place: _place, ...how } = params;
  const key = sha256(JSON.stringify([how, text]));
  const known = memory.get(key);
  if (known !== undefined) return known;
  const changed = changedCode(params.run);
  const verdict: Promise<ParserVerdict> =
    changed === undefined
      ? opened.run(text, params)
      : Promise.resolve({ kind: "unknown", why: changedMessage(changed) });
  memory.set(key, verdict);
  return verdict;
}

function changedMessage(path: string): string {
  return `The parser names ${path}, which is not as it was before the first step: it is not run.`;
}
