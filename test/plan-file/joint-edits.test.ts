import { expect, it } from "vitest";
import { splice } from "../../src/edit/text/splice.ts";
import { composeChanges } from "../../src/plan-file/compose-changes.ts";
import type { PlannedAction, PlannedFile } from "../../src/plan-file/plan.ts";
import { plannedDiff } from "../../src/plan-file/planned-diff.ts";
import { sha256 } from "../../src/shared/sha256.ts";

const BEFORE = "a\nb\nc\n";
const EDITS = [2, 0, 4].map((start) => ({ op: "o", start, end: start + 1, text: `${start}` }));
const AFTER = splice(
  BEFORE,
  [...EDITS].sort((a, b) => a.start - b.start),
);

const action = (edit: PlannedFile["edits"][number], more: Partial<PlannedFile> = {}) => {
  const file: PlannedFile = {
    path: "a.ts",
    language: "typescript",
    replacements: 1,
    superseded: [],
    edits: [edit],
    preHash: sha256(BEFORE),
    postHash: sha256(AFTER),
    isJoint: true,
    ...(edit.end > BEFORE.length
      ? { diff: "", additions: 0, deletions: 0 }
      : plannedDiff("a.ts", BEFORE, splice(BEFORE, [edit]), [edit])),
    ...more,
  };
  return { id: `${edit.start}`, recipe: "r", step: "s", files: [file] } as unknown as PlannedAction;
};
const actions = EDITS.map((edit) => action(edit));
const bases = new Map([["a.ts", { text: BEFORE, hash: sha256(BEFORE) }]]);

it("makes one text of the actions of a joint write, and lets a later action rest on it", async () => {
  const edit = { op: "o", start: 0, end: 1, text: "x" };
  const last = action(edit, {
    preHash: sha256(AFTER),
    postHash: sha256("x\n2\n4\n"),
    ...plannedDiff("a.ts", AFTER, "x\n2\n4\n", [edit]),
  });
  expect(await composeChanges(actions, bases)).toMatchObject({
    changes: [{ before: BEFORE, after: AFTER, postHash: sha256(AFTER) }],
  });
  expect(await composeChanges([...actions, last], bases)).toMatchObject({
    changes: [{ after: "x\n2\n4\n" }],
  });
});

it("takes a part of a joint write only if the caller wants it", async () => {
  const part = actions.slice(0, 1);
  expect(await composeChanges(part, bases)).toMatchObject({ kind: "forged" });
  const refused = await composeChanges(part, bases, { onPart: "refuses" });
  expect(refused).toMatchObject({ kind: "rests-on-other", path: "a.ts" });
  const taken = await composeChanges(part, bases, { onPart: "takes" });
  const after = "a\n2\nc\n";
  expect(taken).toMatchObject({ changes: [{ after, postHash: sha256(after) }] });
});

it.each<[what: string, forged: PlannedAction, fault: string]>([
  ["overlap", action({ op: "o", start: 2, end: 3, text: "y" }), "overlap those of another action"],
  ["lie beyond the end", action({ op: "o", start: 9, end: 9, text: "y" }), "beyond the end"],
  ["have another diff", action({ op: "o", start: 5, end: 5, text: "y" }, { diff: "" }), "the diff"],
])("refuses a forged joint write whose edits %s", async (_what, forged, fault) => {
  const composed = await composeChanges([...actions, forged], bases);
  expect(composed).toMatchObject({ kind: "forged", fault: expect.stringContaining(fault) });
});
