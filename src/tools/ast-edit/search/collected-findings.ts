import type { FileChange } from "../../../model/action/preview.ts";
import { CallFailedError } from "../../../model/call-failed-error.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { FoundPlace } from "../../../model/search/found-place.ts";
import type { TextLines } from "../../../model/search/text-lines.ts";
import { LimitError, ToolError } from "../../../model/tool-error.ts";
import { countOf } from "../../../shared/count-of.ts";
import { comparePaths } from "../../../shared/paths/posix-path.ts";
import { countOfEdits } from "../../changes/spilled-change.ts";
import { placeOf } from "./call-alerts.ts";
import type { CallAlert, CallSkip, FileOutcome, LeftoversOfFile } from "./search-shapes.ts";

/** The preview of one call: its changes, and everything that it leaves alone. */
export interface CallPreview {
  /** Sorted by path (A12). */
  readonly changes: readonly FileChange[];
  /** The paths that were searched, in this run or in an earlier one. */
  readonly searched: readonly string[];
  /** Sorted by path, each path once. */
  readonly skipped: readonly CallSkip[];
  readonly alerts: readonly CallAlert[];
  readonly limitReached: boolean;
  readonly parseErrors: number;
  /** The lines on which matches count, by path; files of which all count are missing. */
  readonly lines: LinesByPath;
  /** What a search that edits nothing tells of, sorted by path. */
  readonly told: readonly ToldPlaces[];
}

/** The matches in one file, by place. */
export interface ToldPlaces {
  readonly path: string;
  readonly places: readonly FoundPlace[];
}

/** The lines of files on which matches count, by path. */
export type LinesByPath = ReadonlyMap<string, TextLines>;

/** The files that a call leaves alone before its search, and the alerts about them. */
type LeftOut = Pick<CallPreview, "skipped" | "alerts">;

/** Collects the outcomes of the files of one call, in the order of their paths. */
export class CollectedFindings {
  readonly #skipped: CallSkip[];
  readonly #alerts: CallAlert[];
  readonly #changes: FileChange[] = [];
  readonly #searched: string[] = [];
  readonly #leftovers: LeftoversOfFile[] = [];
  readonly #told: ToldPlaces[] = [];
  readonly #perhapsValid = new Map<string, string>();
  readonly #params: AstEditParams;
  #replacements = 0;
  #files = 0;
  #limitReached = false;

  constructor(params: AstEditParams, { skipped, alerts }: LeftOut) {
    this.#params = params;
    this.#skipped = [...skipped];
    this.#alerts = [...alerts];
  }

  /** True once a limit of the call has cut an edit off: no further file is searched (A17). */
  get isFull(): boolean {
    return this.#limitReached;
  }

  /** The number of replacements that the limits of the call leave room for. */
  get room(): number {
    const { maxFiles = Infinity, maxReplacements = Infinity } = this.#params;
    return this.#files >= maxFiles ? 0 : maxReplacements - this.#replacements;
  }

  /** The files with places that look like matches and are left. */
  get leftovers(): readonly LeftoversOfFile[] {
    return this.#leftovers;
  }

  /** The files with syntax errors whose text may be valid all the same, with its sha256. */
  get perhapsValid(): ReadonlyMap<string, string> {
    return this.#perhapsValid;
  }

  /** Adds a file that was not searched. */
  skip(path: string, skipped: Omit<CallSkip, "path">): void {
    this.#skipped.push({ path, ...skipped });
  }

  /** Adds the outcome of a file. Throws a `ToolError` if the ops cannot run on it. */
  add(path: string, outcome: FileOutcome): void {
    if (outcome.kind === "unusable") {
      this.skip(path, outcome.skipped);
      return;
    }
    this.#searched.push(path);
    if ("leftovers" in outcome && outcome.leftovers) {
      const { leftovers } = outcome;
      this.#leftovers.push({ path, leftovers });
    }
    if (outcome.kind === "no-match") return;
    if (outcome.kind === "told") {
      this.#told.push({ path, places: outcome.places });
      return;
    }
    if (outcome.kind === "refused") throw new ToolError(outcome.message);
    if (outcome.kind === "beyond-bounds") throw new LimitError(outcome.message);
    if (outcome.kind === "skipped") {
      const { kind: _kind, leftovers: _left, perhapsValid, ...skipped } = outcome;
      this.skip(path, skipped);
      if (perhapsValid !== undefined) this.#perhapsValid.set(path, perhapsValid);
      return;
    }
    const { changes, alerts, cutOff } = outcome;
    if (cutOff > 0) this.#limitReached = true;
    if (changes.length === 0 && cutOff === 0) {
      this.#alerts.push(...alerts); // Of places that are left as they are.
      return;
    }
    if (changes.length === 0) {
      this.skip(path, { why: "over-limit" });
      return;
    }
    this.#files += 1;
    for (const change of changes) {
      this.#changes.push(change);
      this.#replacements += countOfEdits(change);
    }
    for (const alert of alerts) this.#alerts.push(alert);
  }

  /** Returns the preview. Throws a `CallFailedError` for syntax errors if `onParseError` is `fail`. */
  finish(): Omit<CallPreview, "lines"> {
    const skipped = eachPathOnce(this.#skipped);
    const broken = skipped.filter(({ why }) => why === "syntax-errors");
    const [first] = broken;
    if (first) {
      const { path, issues, detail = "" } = first;
      const place = issues === undefined ? `${path} (${detail})` : `${path}:${placeOf(issues)}`;
      const leftAlone = `${countOf(broken.length, "file")} with matches left alone`;
      const message = `${leftAlone} because of syntax errors, first ${place}.`;
      if (this.#params.onParseError === "fail")
        throw new CallFailedError(`${message} Nothing was queued (onParseError: fail).`, {
          searched: this.#searched,
          skipped,
        });
      this.#alerts.push({ level: "warn", code: "syntax-errors", message, path: first.path });
    }
    if (this.#limitReached) {
      const size = countOf(this.#replacements, "replacement");
      const message = `A limit of the step (maxFiles, maxReplacements) cut its edits off after ${size}.`;
      this.#alerts.push({ level: "warn", code: "limit-reached", message });
    }
    return {
      changes: this.#changes,
      searched: this.#searched,
      skipped,
      alerts: this.#alerts,
      limitReached: this.#limitReached,
      parseErrors: broken.length,
      told: this.#told,
    };
  }
}

/** Returns each path once, sorted: of several reasons why a file was skipped the first counts. */
export function eachPathOnce(skipped: readonly CallSkip[]): readonly CallSkip[] {
  const byPath = new Map<string, CallSkip>();
  for (const each of skipped) if (!byPath.has(each.path)) byPath.set(each.path, each);
  return [...byPath.values()].sort((a, b) => comparePaths(a.path, b.path));
}
