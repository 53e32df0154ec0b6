import { expect, it } from "vitest";
import { parseJournal, writeRecord } from "../../../src/apply/state/journal-lines.ts";
import type { JournalRecord } from "../../../src/apply/state/journal-record.ts";
import { resolutionsBy } from "../../../src/apply/state/resolutions-by.ts";
import { sha256 } from "../../../src/shared/sha256.ts";

const RUN = {
  kind: "run",
  formatVersion: "1.0",
  id: "r2",
  command: "resolve",
  startedAt: "2026-01-01T00:00:00.000Z",
  recipes: [],
} as const;

it.each<[what: string, resolves: unknown, actions: readonly string[]]>([
  ["one action of one run", { run: "r1", action: "a" }, ["a"]],
  ["several of one run", { run: "r1", action: "a", actions: ["a", "b"] }, ["a", "b"]],
  [
    "some of one run, and others of none",
    [
      { run: "r1", actions: ["a"] },
      { run: null, actions: ["c"] },
    ],
    ["a"],
  ],
])("reads which held actions a run applies: %s", (_what, resolves, actions) => {
  const json = JSON.stringify({ ...RUN, resolves });
  const line = `${sha256(json).slice(0, 8)} ${json}\n`;
  const { records, damagedLine } = parseJournal(Buffer.from(line));
  expect(damagedLine).toBeUndefined();
  expect(resolutionsBy(records)).toMatchObject([
    { run: "r1", resolved: actions.map((action) => ({ action, by: "r2", verdict: "apply" })) },
  ]);
});

it("writes what it reads", () => {
  const record = { ...RUN, recipes: [], resolves: [{ run: "r1", actions: ["a"] }] };
  expect(parseJournal(Buffer.from(writeRecord(record))).records).toEqual([record]);
});

const HASH = "0".repeat(64);
const ACTION = {
  id: "a",
  label: "AST Edit",
  recipe: "r",
  step: "s",
  sourceToolName: "ast_edit",
  reason: "Yes.",
  extra: { note: "by a model" },
};

it.each<[kind: string, record: JournalRecord]>([
  ["run", { ...RUN, recipes: ["r"], undoes: "r0", resumes: "r1" }],
  [
    "begin",
    {
      kind: "begin",
      index: 0,
      action: ACTION,
      token: "0123456789ab",
      files: [
        {
          path: "a.ts",
          preHash: HASH,
          postHash: null,
          mode: 0o644,
          image: [0, 3],
          edits: [[0, 1, "x"]],
        },
        { path: "b.ts", preHash: null, postHash: HASH, edits: [] },
      ],
      folders: ["new"],
      emptied: ["old"],
      parts: [{ action: ACTION, files: [0, 1] }],
    },
  ],
  ["done", { kind: "done", index: 0, by: "recover" }],
  [
    "rolled-back",
    { kind: "rolled-back", index: 0, by: "run", left: [{ path: "a.ts", why: "was edited" }] },
  ],
  ["foreign", { kind: "foreign", action: ACTION }],
  ["end", { kind: "end", by: "run" }],
])("reads every field of a record that it has written: %s", (_kind, record) => {
  const { records, damagedLine } = parseJournal(Buffer.from(writeRecord(record)));
  expect(records).toEqual([record]);
  expect(damagedLine).toBeUndefined();
});
