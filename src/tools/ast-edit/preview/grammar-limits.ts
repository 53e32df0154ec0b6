import { isValidScript } from "../../../edit/passes/is-valid-script.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { countOf } from "../../../shared/count-of.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type { CallRecord } from "../search/call-environment.ts";
import type { CallAlert, CallSkip, Candidate } from "../search/search-shapes.ts";
import { readSource } from "../search/searchable-file.ts";

/** The most files that are parsed again. */
const MOST_FILES = 50;

/** The context of the question. */
interface GrammarContext {
  /** The files whose text another parser can be given, with its sha256. */
  readonly perhapsValid: ReadonlyMap<string, string>;
  readonly workspace: Pick<Workspace, "readBytes">;
  readonly record?: Pick<CallRecord, "isValid" | "noteValid"> | undefined;
}

/**
 * Tells of files that were left alone because of syntax errors, and have none: their grammar can't read valid code,
 * such as a template with type arguments, or a `&` in the text of JSX.
 */
export function grammarLimits(
  skipped: readonly CallSkip[],
  candidates: readonly Candidate[],
  { perhapsValid, workspace, record }: GrammarContext,
): readonly CallAlert[] {
  const parsed = skipped.filter(({ why, issues }) => why === "syntax-errors" && issues);
  const broken = new Map(parsed.map((skip) => [skip.path, skip]));
  const files = candidates.filter(({ path }) => broken.has(path) && perhapsValid.has(path));
  const isValid = (candidate: Candidate) => {
    const source = readSource(candidate, workspace);
    // Nothing is known of a text that was written meanwhile, by which the parser could end the process.
    if ("kind" in source || sha256(source.text) !== perhapsValid.get(candidate.path)) return false;
    return isValidScript(source.text, source.language);
  };
  const valid = files
    .slice(0, MOST_FILES)
    .filter((each) => record?.isValid(each.path) ?? isValid(each));
  for (const { path } of valid) record?.noteValid(path);
  const [first] = valid;
  if (first === undefined) return [];
  const [issue] = broken.get(first.path)?.issues ?? [];
  const place = issue === undefined ? first.path : `${first.path}:${issue.line}:${issue.column}`;
  const what = `${countOf(valid.length, "file")} with syntax errors ${valid.length === 1 ? "is" : "are"} valid code`;
  const message = `${what}, which the grammar can't read (first ${place}). \`onParseError: edit\` edits them all the same; look at the diff.`;
  return [{ level: "warn", code: "grammar-limit", message, path: first.path }];
}
