import { findTextEdits } from "../../src/edit/text/find-text-edits.ts";
import type { SkippedFile } from "../../src/model/action/preview.ts";
import type { ActionReport, Report } from "../../src/model/report/report.ts";
import { totalsOf } from "../../src/model/report/totals.ts";
import { plannedDiff } from "../../src/plan-file/planned-diff.ts";
import { touchedFiles } from "../../src/shared/diff/touched-files.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { actionOf } from "../action/builders.ts";

/** A file of the tree and its texts over the steps; undefined: there is no such file. */
type Texts = readonly [before: string | undefined, after: string | undefined];

/** The texts of the files before the run. */
const FULL_TEXTS = {
  app: "// 🙂 é\r\nassert.equal(a, b);\r\nif (x) { assert.equal('🙂', y); }\r\nend();",
  held: "a | b\n<script>alert(1)</script>\n@team look\n",
} as const;

const APP_1 = FULL_TEXTS.app.replaceAll("assert.equal", "assert.strictEqual");
const APP_2 = APP_1.replace("end();", "end(); // done");

/** A report with all verdicts and states, and with all parts that a report may have; no such run happens. */
export function fullReport(over: Partial<Report> = {}): Report {
  const actions = fullActions();
  const totals = totalsOf(actions, SKIPPED, new Set(["src/app.ts", "src/skipped.ts"]));
  return {
    formatVersion: "1.0",
    run: {
      id: "20260102-030405-abcdef",
      command: "run",
      startedAt: "2026-01-02T03:04:05.000Z",
      durationMs: 1234,
      checkDurationsMs: [420],
    },
    outcome: "failed",
    exitCode: 1,
    totals,
    actions,
    files: touchedFiles(actions),
    calls: [
      {
        ...{ recipe: "swap", step: "ask", tool: "read_file", callId: "call_9", batchId: "b1" },
        ...{ callIndex: 0, outcome: "denied", isError: true, text: "A hook refused it." },
      },
    ],
    steps: [
      { recipe: "swap", step: "calls", outcome: "done" },
      { recipe: "swap", step: "later", outcome: "skipped", when: "steps.calls.applied > 9" },
      { recipe: "swap", step: "ask", outcome: "failed" },
    ],
    checks: [
      {
        ...{ name: "types", run: ["npx", "tsc"], cwd: "", outcome: "failed", exitCode: 2 },
        ...{ output: "src/app.ts(2,1): error TS1005\n", rule: "small", actions: ["a1"] },
        actionCount: 1,
      },
    ],
    skipped: SKIPPED,
    transcripts: TRANSCRIPTS,
    alerts: [
      { level: "warn", code: "loss", message: "a comment is lost", path: "src/app.ts" },
      { level: "error", code: "not-committed", message: "Nothing was committed.", recipe: "swap" },
    ],
    diagnostics: [
      {
        ...{ code: "unknown-key", severity: "warning", message: "unknown key `pats`." },
        ...{ hint: "Did you mean `pat`?", path: "recipes/swap.yaml", line: 4, column: 7 },
      },
    ],
    ci: { event: "pull_request", branch: "main", fork: false, provider: "github" },
    selection: { fileCount: 12, paths: ["src/**"] },
    trust: { mode: "base", base: "0123456789abcdef0123456789abcdef01234567" },
    policy: { source: "policy.yaml", builtIn: false, sha256: sha256("policy") },
    sources: [
      { path: "recipes/swap.yaml", role: "recipe", origin: "base", blobId: "1".repeat(40) },
      { path: "policy.yaml", role: "policy", origin: "base", blobId: "2".repeat(40) },
    ],
    commits: [
      {
        ...{ sha: "3".repeat(40), branch: "main", group: "swap", subject: "Swap assertions" },
        ...{ actions: ["a1", "a2"], files: ["src/app.ts"] },
      },
    ],
    ...over,
  };
}

/** The actions of {@link fullReport}, in its order. */
function fullActions(): readonly ActionReport[] {
  const { app, held } = FULL_TEXTS;
  return [
    of("a1", "calls", "applied", "small", [["src/app.ts", [app, APP_1]]], {
      reason: "It is small.",
      checks: [{ name: "types", outcome: "failed" }],
      trace: [
        { id: "protected", kind: "guard", hit: false, failed: "anyFile", found: "src/app.ts" },
        { id: "small", kind: "rule", hit: true },
      ],
    }),
    of("a2", "ends", "applied", "small", [["src/app.ts", [APP_1, APP_2]]], { reason: "Small." }),
    of("a3", "calls", "held", "large", [["docs/a | b <i>.md", [held, "x\n"]]], {
      reason: "It is large | *very* <b>\n::error::no @team",
      trace: [{ id: "large", kind: "rule", hit: true }],
    }),
    of("a4", "calls", "discarded", "vendored", [['vendor/ü "q".js', ["a\n", "b\n"]]], {
      reason: "Vendored code stays.",
      modelReason: "Not ours.",
      extra: { ticket: 7 },
    }),
    of("a5", "calls", "failed", "small", [["src/stale.ts", ["a\n", "b"]]], {
      isStale: true,
      result: "src/stale.ts has changed since the preview.",
    }),
    of("a6", "calls", "held", "apply-failed", [["src/locked.ts", ["a\n", "b\n"]]], {
      reason: "It could not be applied.",
      applyError: "EACCES: src/locked.ts",
    }),
    of("a7", "moves", "applied", "small", [
      ["src/old name.ts", ["one\ntwo\n", undefined]],
      ["src/new name.ts", [undefined, "one\ntwo\n"]],
    ]),
    of("a8", "calls", "would-apply", "small", [["src/planned.ts", ["f(1)\n", "g(1)\n"]]]),
    { ...of("a9", "calls", "pending", "", [["src/open.ts", ["f(2)\n", "g(2)\n"]]]), ...UNDECIDED },
    actionOf({
      ...{ id: "a10", step: "custom", tool: "my_tool", label: "Rewrite all \u202eevil\u0007" },
      ...{ state: "held", verdict: "hold", ruleId: "default", reason: "Code of a custom tool." },
    }),
  ];
}

const UNDECIDED = { ruleId: undefined, reason: undefined, verdict: undefined } as object;

const VERDICTS: Readonly<Record<string, ActionReport["verdict"]>> = {
  applied: "apply",
  "would-apply": "apply",
  failed: "apply",
  held: "hold",
  discarded: "discard",
};

function of(
  id: string,
  step: string,
  state: ActionReport["state"],
  ruleId: string,
  changes: readonly (readonly [path: string, texts: Texts])[],
  over: Partial<ActionReport> = {},
): ActionReport {
  const files = changes.map(([path, texts]) => fileOf(path, texts));
  const sum = (key: "replacements" | "additions" | "deletions") =>
    files.reduce((total, file) => total + file[key], 0);
  const base = actionOf();
  const label = `AST Edit: ${sum("replacements")} replacements in ${files.length} files`;
  return {
    ...base,
    ...{
      id,
      step,
      state,
      ruleId,
      label,
      files,
      verdict: VERDICTS[state],
      reason: `Rule ${ruleId}.`,
    },
    facts: {
      ...base.facts,
      ...{ step, label, files: files.map(({ path }) => path), fileCount: files.length },
      ...{ replacements: sum("replacements"), additions: sum("additions") },
      ...{ deletions: sum("deletions"), languages: ["typescript"], owners: ["@team"] },
      newFiles: files.flatMap(({ path, preHash }) => (preHash === null ? [path] : [])),
      deletedFiles: files.flatMap(({ path, postHash }) => (postHash === null ? [path] : [])),
    },
    ...over,
  };
}

function fileOf(path: string, [before, after]: Texts): ActionReport["files"][number] {
  const isWhole = before === undefined || after === undefined;
  const edits = isWhole
    ? [{ start: 0, end: before?.length ?? 0, text: after ?? "" }]
    : findTextEdits(before, after);
  const ofOps = edits.map(({ start, end, text }) => ({ op: "ops[0]", start, end, text }));
  return {
    path,
    language: "typescript",
    replacements: edits.length,
    superseded: [],
    preHash: before === undefined ? null : sha256(before),
    postHash: after === undefined ? null : sha256(after),
    ...plannedDiff(path, before, after, ofOps),
  };
}

const SKIPPED: readonly SkippedFile[] = [
  {
    ...{ path: "src/skipped.ts", step: "calls", why: "syntax-errors", detail: "1 syntax error" },
    issues: [{ line: 3, column: 5, message: "`)` expected" }],
  },
  { path: "dist/app.js", step: "calls", why: "ignored" },
];

const TRANSCRIPTS: Report["transcripts"] = [
  {
    ...{ recipe: "swap", step: "ask", model: "openai/gpt-x", outcome: "done" },
    items: [
      { role: "user", text: "Look at @docs/notes.md </script><b>now</b>" },
      { role: "system", tag: "file", text: "[File: docs/notes.md]\nNotes." },
      { role: "assistant", text: "I did." },
    ],
    turns: [{ turn: 1, calls: 0, attempts: 2, inputTokens: 120, outputTokens: 7 }],
    fileRefs: [
      {
        ...{ token: "@docs/notes.md", source: "prompt", path: "docs/notes.md", outcome: "file" },
        ...{ bytes: 6, bytesSent: 6, sha256: sha256("Notes.") },
      },
    ],
  },
];
