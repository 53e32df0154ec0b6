import { diffOfEdits } from "../../src/edit/text/diff-of-edits.ts";
import { splice } from "../../src/edit/text/splice.ts";
import type { TextEdit } from "../../src/model/edit.ts";
import type { ActionReport, Report } from "../../src/model/report/report.ts";
import { touchedFiles } from "../../src/shared/diff/touched-files.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { factsOf } from "./facts.ts";
import { fullReport } from "./full-report.ts";

type Texts = Readonly<Record<string, string | undefined>>;

/** What an action does to one file: a text that replaces a part of it, the whole text, or nothing for a deletion. */
type Changes = Readonly<
  Record<string, readonly (readonly [string, string])[] | readonly TextEdit[] | string | undefined>
>;

/** Builds the actions of a run one after another; what is written counts for those that follow. */
export class ReportBuilder {
  readonly actions: ActionReport[] = [];
  readonly #texts: Map<string, string | undefined>;

  constructor(tree: Texts) {
    this.#texts = new Map(Object.entries(tree));
  }

  /** The tree as it is after the actions so far. */
  get tree(): Texts {
    return Object.fromEntries([...this.#texts].filter(([, text]) => text !== undefined));
  }

  /** A report of these actions, with nothing else to tell. */
  report(over: Partial<Report> = {}): Report {
    const files = touchedFiles(this.actions);
    const none = { alerts: [], diagnostics: [], steps: [], transcripts: [] };
    return fullReport({ actions: this.actions, files, ...none, ...over });
  }

  add(step: string, changes: Changes, over: Partial<ActionReport>): void {
    const files = Object.entries(changes).map(([path, change]) => this.#fileOf(path, change));
    const paths = files.map(({ path }) => path);
    const place = { recipe: "swap", step, tool: "ast_edit", label: labelOf(files) };
    const sums = {
      replacements: sum(files.map(({ replacements }) => replacements)),
      additions: sum(files.map(({ additions }) => additions)),
      deletions: sum(files.map(({ deletions }) => deletions)),
    };
    const action: ActionReport = {
      id: sha256(JSON.stringify([this.actions.length, step, paths])).slice(0, 16),
      ...place,
      callId: `call-${step}`,
      batchId: "batch-1",
      callIndex: 0,
      state: "applied",
      trace: [],
      facts: { ...factsOf({ ...place, files: paths, fileCount: paths.length }), ...sums },
      files,
      ...over,
    };
    this.actions.push(action);
    const isIn = ["applied", "would-apply", "pending"].includes(action.state);
    if (isIn || action.isWritten === true)
      for (const [path, change] of Object.entries(changes))
        this.#texts.set(path, afterOf(this.#texts.get(path), change).after);
  }

  #fileOf(path: string, change: Changes[string]): ActionReport["files"][number] {
    const before = this.#texts.get(path);
    const { after, edits } = afterOf(before, change);
    const { regions, ...diff } = diffOfEdits(path, before, after, edits);
    return {
      path,
      language: "typescript",
      replacements: edits.length,
      superseded: [],
      preHash: before === undefined ? null : sha256(before),
      postHash: after === undefined ? null : sha256(after),
      regions: regions.map((region) => ({ op: "ops[0]", ...region })),
      ...diff,
    };
  }
}

function afterOf(before: string | undefined, change: Changes[string]) {
  if (change === undefined || typeof change === "string") {
    const edits: TextEdit[] = [{ start: 0, end: before?.length ?? 0, text: change ?? "" }];
    return { after: change, edits };
  }
  let from = 0;
  const edits = change.map((one): TextEdit => {
    if (!Array.isArray(one)) return one as TextEdit; // The other form of a change.
    const [old, text] = one as readonly [string, string];
    const start = (before ?? "").indexOf(old, from);
    if (start === -1) throw new Error(`${JSON.stringify(old)} is not in the text`);
    from = start + old.length;
    return { start, end: from, text };
  });
  return { after: splice(before ?? "", edits), edits };
}

function labelOf(files: readonly { readonly replacements: number }[]): string {
  const count = sum(files.map(({ replacements }) => replacements));
  return `AST Edit: ${count} replacements in ${files.length} files`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
