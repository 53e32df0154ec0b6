import { expect, it } from "vitest";
import type { FileChange } from "../../../src/model/action/preview.ts";
import { SpilledTexts } from "../../../src/shared/spill/spilled-texts.ts";
import { countOfEdits, isSpilled, spillChange } from "../../../src/tools/changes/spilled-change.ts";
import { tempFolder } from "../../support/temp-tree.ts";

const LONG = "x".repeat(1000);
const region = (endColumn: number) => ({
  startLine: 1,
  startColumn: 1,
  endLine: 1,
  endColumn,
});
const CHANGE: FileChange = {
  path: "a.ts",
  language: "typescript",
  preHash: "1",
  postHash: "2",
  edits: [{ start: 0, end: 1, text: LONG, opId: "ops[0]" }],
  superseded: [{ start: 1, end: 2, text: "", opId: "ops[1]", byOpId: "ops[0]" }],
  regions: [{ before: region(2), after: region(1001) }],
  additions: 1,
  deletions: 1,
  bytes: 2000,
  diff: `+${LONG}\n`,
  isIdempotent: true,
  addsSyntaxErrors: false,
  isCommentsOnly: false,
  changesPackage: false,
};

function store(inMemory: number): SpilledTexts {
  return new SpilledTexts({ root: tempFolder(), env: {}, runId: "r", inMemory });
}

it("reads the edits and the diff of a change on demand, in the same order and with the same values", () => {
  const spilled = spillChange(CHANGE, store(0));
  expect(isSpilled(spilled)).toBe(true);
  expect(Object.getOwnPropertyDescriptor(spilled, "diff")?.value).toBeUndefined();
  expect(JSON.stringify(spilled)).toBe(JSON.stringify(CHANGE));
  expect({ ...spilled }).toEqual(CHANGE);
  expect(structuredClone(spilled)).toEqual(CHANGE);
  expect(countOfEdits(spilled)).toBe(1);
});

it("leaves changes in memory until they are many", () => {
  const texts = store(3000);
  const changes = [1, 2, 3].map(() => spillChange({ ...CHANGE }, texts));
  expect(changes.map(isSpilled)).toEqual([false, false, true]);
  expect(changes.map(({ diff }) => diff)).toEqual([1, 2, 3].map(() => CHANGE.diff));
  expect(spillChange(CHANGE, undefined)).toBe(CHANGE);
});
