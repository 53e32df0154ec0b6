import { z } from "zod";
import { isTextLanguage } from "../../edit/compile/single-token.ts";
import { type Language, resolveLanguage } from "../../edit/language/language.ts";
import { quoteGitPath } from "../../edit/text/git-path.ts";
import { whyWithheld } from "../../files/withheld/why-withheld.ts";
import type { EditOp, WrittenMap } from "../../model/edit.ts";
import { textResult } from "../../model/tool.ts";
import { countOf } from "../../shared/count-of.ts";
import { once } from "../../shared/once.ts";
import { formatPath } from "../../shared/yaml/yaml-path.ts";
import type { CallEnvironment } from "../ast-edit/search/call-environment.ts";
import { eachPathOnce } from "../ast-edit/search/collected-findings.ts";
import { type Candidates, findCandidates } from "../ast-edit/search/find-candidates.ts";
import { withheldAlerts } from "../ast-edit/search/held-alerts.ts";
import { languagesIn, refuseInvalidOps } from "../ast-edit/search/refuse-invalid-ops.ts";
import type { CallAlert } from "../ast-edit/search/search-shapes.ts";
import { zodParameters } from "../parameters.ts";
import { readPaths } from "../read-files/select-files.ts";
import type { Tool } from "../tool.ts";
import { type FoundMatches, searchMatches } from "./search-matches.ts";

const DEFAULT_LIMIT = 100;

const parametersSchema = once(() =>
  z
    .strictObject({
      pat: z.string().min(1).optional().describe("Code with metavariables: `f($A)`, `g($$$ALL)`"),
      rule: z.record(z.string(), z.unknown()).optional().describe("A rule object of ast-grep"),
      paths: z
        .array(z.string().min(1))
        .optional()
        .describe("Globs, folders or files, relative to the root; default: all files"),
      lang: z.string().min(1).optional().describe("Default: of each file by its extension"),
      limit: z.int().min(1).optional().describe(`How many to show; default: ${DEFAULT_LIMIT}`),
    })
    .refine(({ pat, rule }) => (pat === undefined) !== (rule === undefined), {
      error: "must have either `pat` or `rule`",
    }),
);

/** A call of `ast_grep`. */
export type AstGrepParams = z.infer<ReturnType<typeof parametersSchema>>;

/** The details of the result of `ast_grep`. */
export type AstGrepDetails = Omit<FoundMatches, "files"> & {
  /** Globs and folders without files, languages without a grammar. */
  readonly alerts: readonly CallAlert[];
};

/** The parameters of `ast_grep`. */
export const astGrepParameters = zodParameters(parametersSchema);

/** `ast_grep`: structural search. Never queues and never writes. */
export function createAstGrepTool(environment: CallEnvironment): Tool<AstGrepParams> {
  return {
    name: "ast_grep",
    description: "Structural search: where code matches a pattern or a rule. Changes nothing.",
    parameters: astGrepParameters,
    isHidden: false,
    queuesPreviews: false,
    async execute({ pat, rule, paths, lang, limit = DEFAULT_LIMIT }, _context, callSignal) {
      const op = readOp(pat, rule);
      const named = lang === undefined ? {} : { lang };
      const everyLine = { ...environment, linesOf: undefined }; // It only reads.
      const candidates = await withoutWithheld(
        await findCandidates(everyLine, { paths: readPaths(paths), ...named }),
        environment,
      );
      const inFiles = languagesIn(candidates);
      const forced = lang === undefined ? undefined : resolveLanguage(lang);
      const searchable = forced === undefined ? environment.grammars.readyLanguages : [forced];
      // Also if there is no file to search: a pattern that cannot match anywhere is an error (A24).
      const among = inFiles.length > 0 ? inFiles : [...searchable];
      refuseInvalidOps(
        [op],
        among,
        { named: meantFor(among), others: among },
        ({ problems }) => `\`${formatPath(problems[0]?.field ?? [op.kind])}\``,
      );
      const signal = AbortSignal.any([environment.signal, callSignal]);
      const found = await searchMatches(candidates.files, { ...environment, op, limit, signal });
      const { files, ...details } = found;
      const skipped = eachPathOnce([...candidates.skipped, ...found.skipped]);
      const { alerts } = candidates;
      const answer: AstGrepDetails = { ...details, skipped, alerts };
      environment.onSearched?.(answer);
      return textResult(textOf(found, alerts), answer);
    },
  };
}

/** Returns the languages of code among some, or all if there are none: nearly every pattern is valid as text. */
function meantFor(languages: readonly Language[]): ReadonlySet<Language> {
  const ofCode = languages.filter((language) => !isTextLanguage(language));
  return new Set(ofCode.length > 0 ? ofCode : languages);
}

function textOf(found: FoundMatches, alerts: readonly CallAlert[]): string {
  const lines = [
    ...found.matches.map(
      ({ path, line, column, text }) => `${quoteGitPath(path)}:${line}:${column}: ${text}`,
    ),
    ...alerts.map(({ message }) => message),
    totalOf(found),
  ];
  return lines.join("\n");
}

/** Leaves out the files whose text is kept from models (F21), and says so. */
async function withoutWithheld(
  candidates: Omit<Candidates, "leftOut">,
  environment: CallEnvironment,
): Promise<Omit<Candidates, "leftOut">> {
  const judged = await Promise.all(
    candidates.files.map(async (file) => ({
      file,
      fault: await whyWithheld(file.path, environment),
    })),
  );
  const withheld = judged.flatMap(({ file: { path }, fault }) =>
    fault === undefined ? [] : [{ path, why: "excluded" as const, detail: fault }],
  );
  if (withheld.length === 0) return candidates;
  return {
    files: judged.flatMap(({ file, fault }) => (fault === undefined ? [file] : [])),
    skipped: [...candidates.skipped, ...withheld],
    alerts: [...candidates.alerts, ...withheldAlerts(withheld)],
  };
}

/** Returns an op that matches what the call searches for; its `out` is never used. */
function readOp(pat: string | undefined, rule: WrittenMap | undefined): EditOp {
  if (pat !== undefined) return { kind: "pattern", id: "pat", pat, out: "" };
  return { kind: "rule", id: "rule", rule: rule ?? {}, out: "" };
}

function totalOf({ total, files, matches }: FoundMatches): string {
  if (total === 0) return "No matches";
  const all = `${countOf(total, "match", "matches")} in ${countOf(files, "file")}`;
  const left = total - matches.length;
  return left === 0 ? `${all}.` : `${all}; ${left} ${left === 1 ? "is" : "are"} not shown.`;
}
