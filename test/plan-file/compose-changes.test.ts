import { describe, expect, it } from "vitest";
import { splice } from "../../src/edit/text/splice.ts";
import { type BaseText, composeChanges } from "../../src/plan-file/compose-changes.ts";
import type { PlannedAction, PlannedFile } from "../../src/plan-file/plan.ts";
import { plannedDiff } from "../../src/plan-file/planned-diff.ts";
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
    path: "a.ts",
    language: "typescript",
    replacements: edits.length,
    superseded: [],
    edits,
    preHash: before === undefined ? null : sha256(before),
    postHash: sha256(after),
    ...plannedDiff("a.ts", before, after, edits),
    ...more,
  };
  // The part of an action that is read.
  return { id: "1", recipe: "r", step: "s", files: [file] } as unknown as PlannedAction;
}

const bases = (text: string | undefined): ReadonlyMap<string, BaseText> =>
  new Map([["a.ts", { text, hash: text === undefined ? null : sha256(text) }]]);

describe("the changes of several actions", () => {
  it("are one for each file: from the text in the tree to the last one", async () => {
    const actions = [
      actionOn("abc\r\n", [edit(0, 1, "x")]),
      actionOn("xbc\r\n", [edit(1, 2, "yy")]),
    ];
    expect(await composeChanges(actions, bases("abc\r\n"))).toMatchObject({
      kind: "composed",
      changes: [{ path: "a.ts", preHash: sha256("abc\r\n"), before: "abc\r\n", after: "xyyc\r\n" }],
    });
  });

  it("make a file, and edit what they made", async () => {
    const actions = [
      actionOn(undefined, [edit(0, 0, "new\n")]),
      actionOn("new\n", [edit(0, 3, "old")]),
    ];
    expect(await composeChanges(actions, bases(undefined))).toMatchObject({
      changes: [{ preHash: null, before: "", after: "old\n", postHash: sha256("old\n") }],
    });
  });

  it("are none if the last one undoes the first", async () => {
    const actions = [actionOn("a", [edit(0, 1, "b")]), actionOn("b", [edit(0, 1, "a")])];
    expect(await composeChanges(actions, bases("a"))).toEqual({ kind: "composed", changes: [] });
  });

  it("are refused if an action rests on a missing one", async () => {
    expect(await composeChanges([actionOn("b", [edit(0, 1, "c")])], bases("a"))).toMatchObject({
      kind: "rests-on-other",
      path: "a.ts",
    });
  });

  it.each<[string, Partial<PlannedFile>, string]>([
    ["a result", { postHash: sha256("other") }, "whose hash"],
    ["a diff", { diff: "" }, "diff"],
    ["the lines", { deletions: 7 }, "other lines"],
    ["a place", { edits: [edit(5, 6, "x")] }, "beyond the end"],
  ])("are refused if the plan is wrong about %s", async (_what, more, message) => {
    const composed = await composeChanges([actionOn("a", [edit(0, 1, "b")], more)], bases("a"));
    expect(composed.kind === "forged" && composed.fault).toContain(message);
  });

  it("keep whole characters whole, wherever the edits begin and end", async () => {
    const text = "a😀b😀c";
    for (let start = 0; start <= text.length; start += 1)
      for (let end = start; end <= text.length; end += 1)
        for (const written of ["", "x", "😀", "\uD83D", "\uDE00"]) {
          const action = actionOn(text, [edit(start, end, written), edit(7, 7, "!")].slice(0, 2));
          const { kind } = await composeChanges([action], bases(text));
          const after = splice(text, [edit(start, end, written), edit(7, 7, "!")]);
          expect([start, end, written, kind === "composed"]).toEqual([
            ...[start, end, written],
            !/\p{Cs}/u.test(after),
          ]);
        }
  });

  it("are given up at a signal, which is let through", async () => {
    const controller = new AbortController();
    const actions = Array.from({ length: 500 }, (_, at) =>
      actionOn(`${at}`, [edit(0, `${at}`.length, `${at + 1}`)]),
    );
    setImmediate(() => controller.abort());
    expect(await composeChanges(actions, bases("0"), { signal: controller.signal })).toEqual({
      kind: "stopped",
    });
    expect(await composeChanges(actions, bases("0"))).toMatchObject({ kind: "composed" });
  });

  it("never cut a character in two", async () => {
    const action = actionOn("😀", [edit(1, 2, "")]);
    expect(await composeChanges([action], bases("😀"))).toMatchObject({ kind: "forged" });
  });
});
