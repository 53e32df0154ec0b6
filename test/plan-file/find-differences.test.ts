import { describe, expect, it } from "vitest";
import { findDifferences, writesTheSame } from "../../src/plan-file/find-differences.ts";
import type { PlannedAction, PlannedFile } from "../../src/plan-file/plan.ts";
import { factsOf } from "../support/facts.ts";

const FILE: PlannedFile = {
  path: "a.ts",
  language: "typescript",
  replacements: 1,
  superseded: [],
  additions: 1,
  deletions: 1,
  preHash: "1".repeat(64),
  postHash: "2".repeat(64),
  diff: "",
  edits: [{ op: "ops[0]", start: 0, end: 1, text: "x" }],
};

const action = (id: string, more: Partial<PlannedAction> = {}): PlannedAction => ({
  id,
  recipe: "r",
  step: "s",
  tool: "ast_edit",
  callId: "c",
  batchId: "b",
  callIndex: 0,
  label: "L",
  verdict: "apply",
  state: "would-apply",
  reason: "Fine.",
  ruleId: "x",
  trace: [],
  facts: factsOf({}),
  files: [FILE],
  ...more,
});

describe("the differences of two plans", () => {
  it("are none if nothing differs", () => {
    expect(findDifferences([action("1"), action("2")], [action("1"), action("2")])).toEqual([]);
  });

  it.each<[string, readonly PlannedAction[], string]>([
    ["a value", [action("1", { reason: "Other." })], "Action 1 (r › s) differs in `reason`."],
    [
      "a value deep down",
      [
        action("1", {
          files: [{ ...FILE, edits: [{ op: "ops[0]", start: 0, end: 1, text: "y" }] }],
        }),
      ],
      "Action 1 (r › s) differs in `files[0].edits[0].text`.",
    ],
    ["a list", [action("1", { files: [] })], "Action 1 (r › s) differs in `files`."],
    ["a missing key", [action("1", { result: "R" })], "Action 1 (r › s) differs in `result`."],
    [
      "an action",
      [action("2")],
      "Action 1 (r › s) is in the plan, but its recipes do not make it.",
    ],
  ])("name %s", (_what, derived, message) => {
    expect(findDifferences([action("1")], derived)[0]).toBe(message);
  });

  it("name a missing action, and another order", () => {
    const [one, two] = [action("1"), action("2")];
    expect(findDifferences([one], [one, two])).toEqual(["Action 2 (r › s) is not in the plan."]);
    expect(findDifferences([one, two], [two, one])).toEqual(["The actions are in another order."]);
  });

  it("of bytes alone do not count reasons or ops", () => {
    const renamed = { ...FILE, edits: FILE.edits.map((edit) => ({ ...edit, op: "other" })) };
    expect(writesTheSame(action("1"), action("1", { reason: "Other.", files: [renamed] }))).toBe(
      true,
    );
    expect(writesTheSame(action("1"), action("1", { files: [{ ...FILE, path: "b.ts" }] }))).toBe(
      false,
    );
  });
});
