import { planFile } from "../../edit/plan-file.ts";
import type { Scope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import type { ParseIssue } from "../../model/edit.ts";
import type { FileChange, SkippedFile } from "../../model/preview.ts";
import type { AstEditParams } from "../../model/recipe.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { findInvalidOps, OpCompiler } from "./compile-ops.ts";
import { changeFile } from "./file-change.ts";
import { type Candidate, type Candidates, findCandidates } from "./find-candidates.ts";

/** What a call needs of its surroundings. */
export interface CallEnvironment {
  readonly workspace: Workspace;
  readonly scope: Scope;
  /** The call ends early, without a preview, when it fires (A22). */
  readonly signal: AbortSignal;
  /** Told after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The preview of one call: what it would change, and everything that it leaves alone. */
export interface CallPreview {
  /** Sorted by path (A12). */
  readonly changes: readonly FileChange[];
  /** Paths that were read and searched. */
  readonly searched: readonly string[];
  readonly skipped: readonly Omit<SkippedFile, "step">[];
  readonly alerts: readonly Omit<Alert, "recipe" | "step">[];
  readonly limitReached: boolean;
  readonly parseErrors: number;
}

/** How often the search lets other work (signals, timers) through, in files. */
const YIELD_EVERY = 16;

/** Searches the files of a call and plans its edits. Reads; never writes (A1). */
export async function previewCall(
  params: AstEditParams,
  environment: CallEnvironment,
): Promise<CallPreview> {
  const { workspace, scope, signal, onProgress } = environment;
  const candidates = await findCandidates(workspace, scope, params.paths, params.lang);
  refuseInvalidOps(params, candidates);
  const compiler = new OpCompiler(params.ops);
  const search = new Search(params, compiler);
  search.skipped.push(...candidates.skipped);
  search.alerts.push(...candidates.alerts);
  const total = candidates.files.length;
  for (const [index, candidate] of candidates.files.entries()) {
    if (signal.aborted) throw new ToolError("The call was cancelled.");
    if (search.isFull) search.skip(candidate.path, "over-limit");
    else await search.look(candidate, workspace);
    onProgress?.(index + 1, total);
    if (index % YIELD_EVERY === 0) await new Promise(setImmediate);
  }
  return search.finish();
}

/** A pattern that is valid in none of the languages that are there would silently match nothing (A7, A24). */
function refuseInvalidOps({ ops }: AstEditParams, { files }: Candidates): void {
  const languages = [...new Set(files.map(({ language }) => language))];
  const [first] = languages.length === 0 ? [] : findInvalidOps(ops, languages);
  if (!first) return;
  const why = first.problems.map(({ message }) => message).join("; ");
  throw new ToolError(
    `ops[${first.index}] is valid in none of the languages of the files (${languages.join(", ")}): ${why}.`,
  );
}

/** Collects what the files of one call come to, in order. */
class Search {
  readonly skipped: Omit<SkippedFile, "step">[] = [];
  readonly alerts: Omit<Alert, "recipe" | "step">[] = [];
  readonly #changes: FileChange[] = [];
  readonly #searched: string[] = [];
  readonly #params: AstEditParams;
  readonly #compiler: OpCompiler;
  readonly #broken: { path: string; issues: readonly ParseIssue[]; total: number }[] = [];
  #replacements = 0;
  #limitReached = false;

  constructor(params: AstEditParams, compiler: OpCompiler) {
    this.#params = params;
    this.#compiler = compiler;
  }

  /** A limit of the call is used up; whether it cut something off is known only at the next match. */
  get isFull(): boolean {
    return this.#limitReached;
  }

  skip(path: string, why: SkippedFile["why"], detail?: string): void {
    this.skipped.push(detail === undefined ? { path, why } : { path, why, detail });
  }

  async look({ path, language, isReadonly }: Candidate, workspace: Workspace): Promise<void> {
    const read = await workspace.read(path);
    if (read.kind === "unusable") {
      this.skip(path, read.why, read.detail);
      return;
    }
    this.#searched.push(path);
    const ops = this.#compiler.for(language, path);
    const file = { path, language, text: read.text, hash: read.hash };
    const plan = planFile(file.text, language, ops, { editDespiteErrors: false });
    if (plan.kind === "no-match") return;
    if (isReadonly) this.skip(path, "readonly");
    else if (plan.kind === "syntax-errors") this.#noteSyntaxErrors(path, plan.issues, plan.total);
    else {
      const take = this.#takeFrom(plan.replacements.length);
      if (take === 0) this.skip(path, "over-limit");
      else this.#changes.push(changeFile(file, plan, ops, take).change);
    }
  }

  finish(): CallPreview {
    const { failOnParseError } = this.#params;
    const [first] = this.#broken;
    if (first) {
      const message = `${countOf(this.#broken.length, "file")} with matches left alone because of syntax errors, first ${first.path}:${placeOf(first.issues)}.`;
      if (failOnParseError)
        throw new ToolError(`${message} Nothing was queued (failOnParseError).`);
      this.alerts.push({ level: "warn", code: "syntax-errors", message, path: first.path });
    }
    this.#noteOverlaps();
    if (this.#limitReached) {
      const message = `A limit of the step (maxFiles, maxReplacements) cut its edits off after ${countOf(this.#replacements, "replacement")}.`;
      this.alerts.push({ level: "warn", code: "limit-reached", message });
    }
    return {
      changes: this.#changes,
      searched: this.#searched,
      skipped: this.skipped,
      alerts: this.alerts,
      limitReached: this.#limitReached,
      parseErrors: this.#broken.length,
    };
  }

  /** How many of a file's replacements the limits let through (A17). */
  #takeFrom(found: number): number {
    const { maxFiles = Infinity, maxReplacements = Infinity } = this.#params;
    const take =
      this.#changes.length >= maxFiles ? 0 : Math.min(found, maxReplacements - this.#replacements);
    if (take < found) this.#limitReached = true;
    this.#replacements += take;
    return take;
  }

  #noteSyntaxErrors(path: string, issues: readonly ParseIssue[], total: number): void {
    this.#broken.push({ path, issues, total });
    this.skip(path, "syntax-errors", `${countOf(total, "error")}, first at ${placeOf(issues)}`);
  }

  /** Overlaps of different ops are named (A14); nested matches of one op are its own affair (A16). */
  #noteOverlaps(): void {
    for (const { path, superseded } of this.#changes) {
      const across = superseded.filter(({ opId, byOpId }) => opId !== byOpId);
      const [first] = across;
      if (first) {
        const message = `${path}: ${countOf(across.length, "replacement")} of \`${first.opId}\` overlapped with \`${first.byOpId}\`, which comes first and stands.`;
        this.alerts.push({ level: "warn", code: "overlap", message, path });
      }
    }
  }
}

function placeOf([first]: readonly ParseIssue[]): string {
  return first ? `${first.line}:${first.column}` : "1:1";
}
