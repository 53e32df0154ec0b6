import picocolors from "picocolors";
import { expect, it } from "vitest";
import type { CheckRunReport } from "../../src/model/report/report.ts";
import { prettyCheck } from "../../src/report/pretty-check.ts";

const colors = picocolors.createColors(false);

const RUN: CheckRunReport = {
  name: "types",
  run: ["tsc"],
  cwd: "",
  outcome: "failed",
  exitCode: 2,
  output: "\u001b[31ma.ts: error\n\nFound 1 error.\n",
  rule: "all",
  actions: ["a"],
  actionCount: 3,
};

it("shows a run of a check in one line, and its output if it is asked for, without escape sequences", () => {
  const line = "check types failed (exit code 2) (3 actions, rule all)";
  expect(prettyCheck(RUN, colors, { hasOutput: false })).toBe(`${line}\n\n`);
  expect(prettyCheck(RUN, colors, { hasOutput: true })).toBe(
    `${line}\n  \\x1b[31ma.ts: error\n  Found 1 error.\n\n`,
  );
});

it.each([
  [{ outcome: "passed", exitCode: 0 } as const, "passed"],
  [{ outcome: "timeout" } as const, "failed (it did not end within its time limit)"],
  [{ outcome: "failed", signal: "SIGSEGV" } as const, "failed (SIGSEGV)"],
  [
    { outcome: "not-started", why: "No.\nforged" } as const,
    "failed (it could not be started: No.\\nforged)",
  ],
])("says how it ended: %o", (end, words) => {
  const text = prettyCheck({ ...RUN, ...end }, colors, { hasOutput: false });
  expect(text).toContain(`check types ${words} (3 actions`);
});
