import { expect, it } from "vitest";
import { checkPlannedFile } from "../../src/plan-file/check-planned-file.ts";
import type { PlannedFile } from "../../src/plan-file/plan.ts";

const HASH = "0".repeat(64);
const counts = { replacements: 0, additions: 0, deletions: 0 };
const base = { path: "a.sh", language: "text", ...counts, superseded: [], edits: [], diff: "" };
const whole = { op: "p", start: 0, end: 0, text: "x" };

it.each<readonly [string, Partial<PlannedFile>, readonly string[]]>([
  ["the mode alone", { mode: "100755" }, []],
  ["nothing", {}, ["it has no edits."]],
  [
    "a new file that is executable",
    { preHash: null, mode: "100755", edits: [whole], replacements: 1 },
    [],
  ],
  [
    "a new file that is plain, as all are",
    { preHash: null, mode: "100644", edits: [whole], replacements: 1 },
    ["it names the mode that a new file has."],
  ],
  [
    "a deletion with a mode",
    { postHash: null, mode: "100755", edits: [{ ...whole, text: "" }], replacements: 1 },
    ["it deletes the file, and gives it a mode."],
  ],
])("a file of a plan may have %s, or is refused", (_what, over, expected) => {
  const faults: string[] = [];
  checkPlannedFile({ ...base, preHash: HASH, postHash: HASH, ...over }, (fault) =>
    faults.push(fault),
  );
  expect(faults).toEqual(expected);
});
