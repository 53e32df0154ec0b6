import type { LanguageOf } from "../../edit/file-languages.ts";
import type { Grammars } from "../../edit/grammars.ts";
import { planPasses } from "../../edit/plan-passes.ts";
import { isGenerated } from "../../files/is-generated.ts";
import type { Scope } from "../../files/scope.ts";
import type { ParseIssue } from "../../model/edit.ts";
import type { FileChange, SkippedFile } from "../../model/preview.ts";
import type { AstEditParams } from "../../model/recipe.ts";
import { CallFailedError, CancelledError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { type CallAlert, overlapAlerts, passesAlerts, placeOf } from "./call-alerts.ts";
import { OpCompiler } from "./compile-ops.ts";
import { changesOf } from "./file-change.ts";
import { type Candidate, findCandidates } from "./find-candidates.ts";
import type { PlannedFile } from "./group-facts.ts";
import { refuseInvalidOps } from "./refuse-invalid-ops.ts";

/** What a call needs of its surroundings. */
export interface CallEnvironment {
  readonly workspace: Workspace;
  readonly scope: Scope;
  readonly languageOf: LanguageOf;
  readonly grammars: Grammars;
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
  readonly alerts: readonly CallAlert[];
  readonly limitReached: boolean;
  readonly parseErrors: number;
}

/** How often the search lets other work (signals, timers) through, in files or in changes. */
const YIELD_EVERY = 16;

/** Searches the files of a call and plans its edits. Reads; never writes (A1). */
export async function previewCall(
  params: AstEditParams,
  environment: CallEnvironment,
): Promise<CallPreview> {
  const { workspace, signal, onProgress } = environment;
  const candidates = await findCandidates(environment, params);
  refuseInvalidOps(params, candidates);
  const compiler = new OpCompiler(params.ops);
  const search = new Search(params, compiler, signal);
  search.skipped.push(...candidates.skipped);
  search.alerts.push(...candidates.alerts);
  const total = candidates.files.length;
  for (const [index, candidate] of candidates.files.entries()) {
    refuseWhenStopped(signal);
    if (search.isFull) search.skip(candidate.path, "over-limit");
    else await search.look(candidate, workspace);
    onProgress?.(index + 1, total);
    if (index % YIELD_EVERY === 0) await new Promise(setImmediate);
  }
  return search.finish();
}

function refuseWhenStopped({ aborted }: AbortSignal): void {
  if (aborted) throw new CancelledError("The run was stopped before the search was done.");
}

/** Collects what the files of one call come to, in order. */
class Search {
  readonly skipped: Omit<SkippedFile, "step">[] = [];
  readonly alerts: CallAlert[] = [];
  readonly #changes: FileChange[] = [];
  readonly #searched: string[] = [];
  readonly #params: AstEditParams;
  readonly #compiler: OpCompiler;
  readonly #signal: AbortSignal;
  #replacements = 0;
  #files = 0;
  #limitReached = false;

  constructor(params: AstEditParams, compiler: OpCompiler, signal: AbortSignal) {
    this.#params = params;
    this.#compiler = compiler;
    this.#signal = signal;
  }

  /** A limit of the call has cut something off: no further file is looked at (A17). */
  get isFull(): boolean {
    return this.#limitReached;
  }

  skip(
    path: string,
    why: SkippedFile["why"],
    more: Pick<SkippedFile, "detail" | "issues"> = {},
  ): void {
    this.skipped.push({ path, why, ...more });
  }

  async look(
    { path, language, isReadonly, isNamed }: Candidate,
    workspace: Workspace,
  ): Promise<void> {
    const read = await workspace.read(path);
    if (read.kind === "unusable") {
      this.skip(path, read.why, read.detail === undefined ? {} : { detail: read.detail });
      return;
    }
    this.#searched.push(path);
    if (read.text === "") {
      this.skip(path, "empty");
      return;
    }
    const { passes, onParseError, editGenerated } = this.#params;
    const ops = this.#compiler.for(language, path);
    if (ops.length === 0 && isNamed) {
      this.skip(path, "no-op-for-language", { detail: language });
      return;
    }
    const editDespiteErrors = onParseError === "edit";
    const planned = planPasses(read.text, language, ops, { passes, editDespiteErrors });
    const { plan, left } = planned;
    if (plan.kind === "no-match") return;
    if (isReadonly) this.skip(path, "readonly");
    else if (!editGenerated && isGenerated(read.text)) this.skip(path, "generated");
    else if (plan.kind === "syntax-errors") this.#noteSyntaxErrors(path, plan);
    else {
      await this.#add({ path, language, text: read.text, hash: read.hash, plan, left, ops });
      if (passes > 1) this.alerts.push(...passesAlerts(path, planned));
    }
  }

  finish(): CallPreview {
    const broken = this.skipped.filter(({ why }) => why === "syntax-errors");
    const [first] = broken;
    if (first) {
      const message = `${countOf(broken.length, "file")} with matches left alone because of syntax errors, first ${first.path}:${placeOf(first.issues)}.`;
      if (this.#params.onParseError === "fail")
        throw new CallFailedError(`${message} Nothing was queued (onParseError: fail).`, {
          searched: this.#searched,
          skipped: this.skipped,
        });
      this.alerts.push({ level: "warn", code: "syntax-errors", message, path: first.path });
    }
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
      parseErrors: broken.length,
    };
  }

  /** The file's changes, one or one a replacement, as far as the limits let them through (A17). */
  async #add(file: PlannedFile): Promise<void> {
    const { maxFiles = Infinity, maxReplacements = Infinity, per } = this.#params;
    const found = file.plan.replacements;
    const room = this.#files >= maxFiles ? 0 : maxReplacements - this.#replacements;
    const edits = found.slice(0, room);
    if (edits.length < found.length) this.#limitReached = true;
    if (edits.length === 0) {
      this.skip(file.path, "over-limit");
      return;
    }
    this.#files += 1;
    this.#replacements += edits.length;
    const groups = per === "match" ? edits.map((edit) => [edit]) : [edits];
    for await (const change of changesOf(file, groups)) {
      this.#changes.push(change);
      if (this.#changes.length % YIELD_EVERY === 0) await this.#letThrough();
    }
    this.alerts.push(...overlapAlerts(file));
  }

  /** Lets signals and timers through in the midst of a file, and ends where one of them says so (A22). */
  async #letThrough(): Promise<void> {
    await new Promise(setImmediate);
    refuseWhenStopped(this.#signal);
  }

  #noteSyntaxErrors(
    path: string,
    { issues, total }: { readonly issues: readonly ParseIssue[]; readonly total: number },
  ): void {
    const detail = `${countOf(total, "error")}, first at ${placeOf(issues)}`;
    this.skip(path, "syntax-errors", { detail, issues });
  }
}
