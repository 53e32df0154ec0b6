import { CallFailedError } from "../../../model/call-failed-error.ts";
import type { FileChange, SkippedFile } from "../../../model/preview.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import { ToolError } from "../../../model/tool-error.ts";
import { countOf } from "../../../shared/count-of.ts";
import { comparePaths } from "../../../shared/paths/posix-path.ts";
import { type CallAlert, placeOf } from "./call-alerts.ts";
import type { Candidates } from "./find-candidates.ts";
import type { FileFindings } from "./search-file.ts";

/** The preview of one call: what it would change, and everything that it leaves alone. */
export interface CallPreview {
  /** Sorted by path (A12). */
  readonly changes: readonly FileChange[];
  /** Paths that were searched, or of which it was known that the search finds nothing there. */
  readonly searched: readonly string[];
  /** Sorted by path, each path once. */
  readonly skipped: readonly Omit<SkippedFile, "step">[];
  readonly alerts: readonly CallAlert[];
  readonly limitReached: boolean;
  readonly parseErrors: number;
}

/** Collects what the files of one call come to, in the order of their paths. */
export class CollectedFindings {
  readonly #skipped: Omit<SkippedFile, "step">[];
  readonly #alerts: CallAlert[];
  readonly #changes: FileChange[] = [];
  readonly #searched: string[] = [];
  readonly #params: AstEditParams;
  #replacements = 0;
  #files = 0;
  #limitReached = false;

  constructor(params: AstEditParams, { skipped, alerts }: Pick<Candidates, "skipped" | "alerts">) {
    this.#params = params;
    this.#skipped = [...skipped];
    this.#alerts = [...alerts];
  }

  /** A limit of the call has cut something off: no further file is looked at (A17). */
  get isFull(): boolean {
    return this.#limitReached;
  }

  /** How many replacements the limits of the call leave room for. */
  get room(): number {
    const { maxFiles = Infinity, maxReplacements = Infinity } = this.#params;
    return this.#files >= maxFiles ? 0 : maxReplacements - this.#replacements;
  }

  /** A file that was not read. */
  skip(path: string, skipped: Omit<SkippedFile, "path" | "step">): void {
    this.#skipped.push({ path, ...skipped });
  }

  /** A file that was searched. Throws a `ToolError` where the ops cannot be carried out on it. */
  add(path: string, look: FileFindings): void {
    this.#searched.push(path);
    if (look.kind === "no-match") return;
    if (look.kind === "refused") throw new ToolError(look.message);
    if (look.kind === "skipped") {
      const { kind: _kind, ...skipped } = look;
      this.skip(path, skipped);
      return;
    }
    const { changes, alerts, cutOff } = look;
    if (cutOff > 0) this.#limitReached = true;
    if (changes.length === 0) {
      this.skip(path, { why: "over-limit" });
      return;
    }
    this.#files += 1;
    for (const change of changes) {
      this.#changes.push(change);
      this.#replacements += change.edits.length;
    }
    for (const alert of alerts) this.#alerts.push(alert);
  }

  finish(): CallPreview {
    const skipped = eachPathOnce(this.#skipped);
    const broken = skipped.filter(({ why }) => why === "syntax-errors");
    const [first] = broken;
    if (first) {
      const message = `${countOf(broken.length, "file")} with matches left alone because of syntax errors, first ${first.path}:${placeOf(first.issues)}.`;
      if (this.#params.onParseError === "fail")
        throw new CallFailedError(`${message} Nothing was queued (onParseError: fail).`, {
          searched: this.#searched,
          skipped,
        });
      this.#alerts.push({ level: "warn", code: "syntax-errors", message, path: first.path });
    }
    if (this.#limitReached) {
      const message = `A limit of the step (maxFiles, maxReplacements) cut its edits off after ${countOf(this.#replacements, "replacement")}.`;
      this.#alerts.push({ level: "warn", code: "limit-reached", message });
    }
    return {
      changes: this.#changes,
      searched: this.#searched,
      skipped,
      alerts: this.#alerts,
      limitReached: this.#limitReached,
      parseErrors: broken.length,
    };
  }
}

/** Of several reasons why a file was skipped the first counts. */
export function eachPathOnce(
  skipped: readonly Omit<SkippedFile, "step">[],
): readonly Omit<SkippedFile, "step">[] {
  const byPath = new Map<string, Omit<SkippedFile, "step">>();
  for (const each of skipped) if (!byPath.has(each.path)) byPath.set(each.path, each);
  return [...byPath.values()].sort((a, b) => comparePaths(a.path, b.path));
}
