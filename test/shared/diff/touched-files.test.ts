import { expect, it } from "vitest";
import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { touchedFiles } from "../../../src/shared/diff/touched-files.ts";
import { jsonPieces } from "../../../src/shared/json/json-pieces.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { actionOf } from "../../action/builders.ts";

const TEXTS = ["a\nb\nc\n", "a\nx\nc\n", "a\ny\nc\nd\n"] as const;

function step(
  id: string,
  [before, after]: readonly [string, string],
  over: Partial<ActionReport> = {},
): ActionReport {
  const { text, additions, deletions } = unifiedDiff("a.ts", before, after);
  const change = { path: "a.ts", language: "typescript", replacements: 1, superseded: [] };
  const hashes = { preHash: sha256(before), postHash: sha256(after) };
  const file = { ...change, ...hashes, additions, deletions, diff: text };
  return actionOf({ id, step: id, files: [file], ...over });
}

it("lists a file once, with its steps, its actions and the sum of what is written", () => {
  const [first, second, third] = TEXTS;
  const actions = [
    step("1", [first, second]),
    step("2", [second, "z\n"], { state: "held" }),
    step("3", [second, third]),
  ];
  expect(JSON.parse([...jsonPieces(touchedFiles(actions))].join(""))).toEqual([
    {
      path: "a.ts",
      steps: ["1", "2", "3"].map((name) => ({ recipe: "swap", step: name })),
      actions: ["1", "2", "3"],
      net: {
        additions: 2,
        deletions: 1,
        preHash: sha256(first),
        postHash: sha256(third),
        diff: unifiedDiff("a.ts", first, third).text,
      },
    },
  ]);
});

it("leaves out the diff if one action makes it, and a sum that is nothing", () => {
  const [first, second] = TEXTS;
  const [alone] = touchedFiles([step("1", [first, second], { state: "would-apply" })]);
  expect(alone?.net).toEqual({
    additions: 1,
    deletions: 1,
    preHash: sha256(first),
    postHash: sha256(second),
  });
  const [back] = touchedFiles([step("1", [first, second]), step("2", [second, first])]);
  expect(back).not.toHaveProperty("net");
  const [held] = touchedFiles([step("1", [first, second], { state: "held" })]);
  expect(held).not.toHaveProperty("net");
});

it("counts pending actions, and names the files of a custom tool", () => {
  const [first, second] = TEXTS;
  const custom = actionOf({ id: "2", state: "pending" });
  const [file, named] = touchedFiles([step("1", [first, second], { state: "pending" }), custom]);
  expect(file?.net).toMatchObject({ additions: 1 });
  expect(named).toMatchObject({ path: "src/a.ts", actions: ["2"] });
});

it("has the sum of the lines, and no diff, if the diffs do not follow each other", () => {
  const [first, second, third] = TEXTS;
  const [file] = touchedFiles([step("1", [first, second]), step("2", [third, "a\n"])]);
  expect(file?.net).toMatchObject({ additions: 1, deletions: 4 });
  expect(file?.net?.diff).toBeUndefined();
});
