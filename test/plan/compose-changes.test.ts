import { describe, expect, it } from "vitest";
import { diffOfEdits } from "../../src/edit/diff-of-edits.ts";
import { splice } from "../../src/edit/splice.ts";
import { type BaseText, composeChanges } from "../../src/plan/compose-changes.ts";
import type { PlannedAction, PlannedFile } from "../../src/plan/plan.ts";
import { sha256 } from "../../src/shared/sha256.ts";

type Edit = PlannedFile["edits"][number];

const edit = (start: number, end: number, text: string): Edit => ({ op: "o", start, end, text });

function actionOn(
  before: string | undefined,
  edits: readonly Edit[],
  more: Partial<PlannedFile> = {},
) {
  const after = splice(before ?? "", edits);
  const file: PlannedFile = {
    ...{ path: "a.ts", language: "typescript", replacements: edits.length, superseded: [], edits },
    ...{ preHash: before === undefined ? null : sha256(before), postHash: sha256(after) },
    ...diffOfEdits("a.ts", before, after, edits),
    ...more,
  };
  // As much of an action as is looked at.
  return { id: "1", recipe: "r", step: "s", files: [file] } as unknown as PlannedAction;
}

const bases = (text: string | undefined): ReadonlyMap<string, BaseText> =>
  new Map([["a.ts", { text, hash: text === undefined ? null : sha256(text) }]]);

describe("the changes of several actions", () => {
  it("are one for each file: from the text that is there to the last one", () => {
    const actions = [
      actionOn("abc\r\n", [edit(0, 1, "x")]),
      actionOn("xbc\r\n", [edit(1, 2, "yy")]),
    ];
    expect(composeChanges(actions, bases("abc\r\n"))).toMatchObject({
      kind: "composed",
      changes: [{ path: "a.ts", preHash: sha256("abc\r\n"), before: "abc\r\n", after: "xyyc\r\n" }],
    });
  });

  it("make a file, and edit what they made", () => {
    const actions = [
      actionOn(undefined, [edit(0, 0, "new\n")]),
      actionOn("new\n", [edit(0, 3, "old")]),
    ];
    expect(composeChanges(actions, bases(undefined))).toMatchObject({
      changes: [{ preHash: null, before: "", after: "old\n", postHash: sha256("old\n") }],
    });
  });

  it("are none where the last one undoes the first", () => {
    const actions = [actionOn("a", [edit(0, 1, "b")]), actionOn("b", [edit(0, 1, "a")])];
    expect(composeChanges(actions, bases("a"))).toEqual({ kind: "composed", changes: [] });
  });

  it("are refused where an action rests on one that is not there", () => {
    expect(composeChanges([actionOn("b", [edit(0, 1, "c")])], bases("a"))).toMatchObject({
      kind: "rests-on-other",
      path: "a.ts",
    });
  });

  it.each<[string, Partial<PlannedFile>, string]>([
    ["a result", { postHash: sha256("other") }, "hash of"],
    ["a diff", { diff: "" }, "diff"],
    ["the lines", { deletions: 7 }, "other lines"],
    ["a place", { edits: [edit(5, 6, "x")] }, "beyond the end"],
  ])("are refused where the plan is wrong about %s", (_what, more, told) => {
    const composed = composeChanges([actionOn("a", [edit(0, 1, "b")], more)], bases("a"));
    expect(composed.kind === "forged" && composed.fault).toContain(told);
  });

  it("never cut a character in two", () => {
    const action = actionOn("😀", [edit(1, 2, "")]);
    expect(composeChanges([action], bases("😀"))).toMatchObject({ kind: "forged" });
  });
});
