import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { totalsOf } from "../../../src/model/report/totals.ts";
import type { CommentedReport } from "../../../src/report/comment/commented-report.ts";
import { actionOf } from "../../action/builders.ts";

/** A report of a preview with these actions; `over` replaces what a test is about. */
export function reportWith(
  actions: readonly ActionReport[],
  over: Partial<CommentedReport> = {},
): CommentedReport {
  return {
    run: { id: "run-1", command: "preview", startedAt: "2026-01-01T00:00:00.000Z", durationMs: 1 },
    outcome: "ok",
    exitCode: 0,
    totals: totalsOf(actions, [], new Set()),
    actions,
    steps: [],
    alerts: [],
    diagnostics: [],
    sources: [{ path: "recipes/swap.yaml", role: "recipe", origin: "tree", blobId: "b" }],
    policy: null,
    ...over,
  };
}

/** An action that leads from one text of a file to another. */
export function changeOf(
  path: string,
  before: string,
  after: string,
  over: Partial<ActionReport> = {},
): ActionReport {
  const { text, additions, deletions } = unifiedDiff(path, before, after);
  const sizes = { replacements: 1, superseded: [], additions, deletions };
  const hashes = { preHash: before, postHash: after };
  const action = actionOf({ state: "would-apply" });
  return {
    ...action,
    facts: { ...action.facts, files: [path] },
    files: [{ path, language: "ts", ...sizes, ...hashes, diff: text }],
    ...over,
  };
}

/** An action of which one op replaces whole texts, as `changeOf`. */
export function opChangeOf(
  path: string,
  before: string,
  after: string,
  { op = "ops[0]", ...over }: Partial<ActionReport> & { readonly op?: string } = {},
): ActionReport {
  const action = changeOf(path, before, after, over);
  const regions = [{ op, before: rangeOf(before), after: rangeOf(after) }];
  return { ...action, files: action.files.map((file) => ({ ...file, regions })) };
}

function rangeOf(text: string) {
  const lines = text.split("\n");
  const endColumn = (lines.at(-1)?.length ?? 0) + 1;
  return { startLine: 1, startColumn: 1, endLine: lines.length, endColumn };
}
