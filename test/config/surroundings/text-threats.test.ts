import { describe, expect, it } from "vitest";
import { TextThreats } from "../../../src/config/surroundings/text-threats.ts";
import type { FileRead } from "../../../src/model/workspace.ts";
import { sha256 } from "../../../src/shared/sha256.ts";

const NAMES = ["addsHidden", "suppresses"] as const;
const BEFORE = "a();\nb();\n";
const AT_B = BEFORE.indexOf("b");

/** The change of a file that inserts a text, as an action has it. */
function inserting(text: string, start = AT_B, before = BEFORE) {
  const after = `${before.slice(0, start)}${text}${before.slice(start)}`;
  const hashes = { preHash: sha256(before), postHash: sha256(after) };
  return { after, change: { path: "a.ts", ...hashes, edits: [{ start, end: start, text }] } };
}

/** A tree with one file, and the number of times that it was read. */
function treeWith(text: string | undefined) {
  const tree = {
    text,
    reads: 0,
    threats: new TextThreats(async (): Promise<FileRead> => {
      tree.reads += 1;
      if (tree.text === undefined) return { kind: "unusable", why: "unreadable" };
      return { kind: "text", text: tree.text, hash: sha256(tree.text) };
    }),
  };
  return tree;
}

describe("the threats in text that an action adds", () => {
  it("have their places in the result, and are those that are asked for", async () => {
    const { change } = inserting("// @ts-ignore\u200b\n");
    const found = await treeWith(BEFORE).threats.of([change], ["addsHidden"]);
    expect(found).toEqual({ addsHidden: ["a.ts:2:14 U+200B (invisible)"] });
    const { threats, ...tree } = treeWith(BEFORE);
    expect(await threats.of([change], ["losses"])).toEqual({});
    expect(tree.reads).toBe(0);
  });

  it("are known of further actions of a file after the first of them was written", async () => {
    const tree = treeWith(BEFORE);
    const [first, second] = [inserting("x();\n"), inserting("// @ts-ignore\n", 0)];
    await tree.threats.of([first.change], NAMES);
    tree.text = first.after;
    expect(await tree.threats.of([second.change], NAMES)).toEqual({
      addsHidden: [],
      suppresses: ["a.ts:1:4 @ts-ignore"],
    });
  });

  it("are known of an action that rests on one that is not written, as in a plan", async () => {
    const first = inserting("// @ts-ignore\n");
    const second = inserting("// @ts-nocheck\n", 0, first.after);
    const { threats } = treeWith(BEFORE);
    await threats.of([first.change], NAMES);
    expect((await threats.of([second.change], NAMES)).suppresses).toEqual(["a.ts:1:4 @ts-nocheck"]);
  });

  it("are unknown if the text before is another one, or edits do not fit it", async () => {
    const { change } = inserting("// @ts-ignore\n");
    expect(await treeWith("other").threats.of([change], NAMES)).toEqual({});
    expect(await treeWith(undefined).threats.of([change], NAMES)).toEqual({});
    const edits = [{ start: 90, end: 99, text: "" }];
    expect(await treeWith(BEFORE).threats.of([{ ...change, edits }], NAMES)).toEqual({});
  });

  it("are those of a new file, whose text is all added", async () => {
    const edits = [{ start: 0, end: 0, text: "// @ts-nocheck\n" }];
    const change = { path: "b.ts", preHash: null, postHash: sha256("// @ts-nocheck\n"), edits };
    const found = await treeWith(undefined).threats.of([change], ["suppresses"]);
    expect(found).toEqual({ suppresses: ["b.ts:1:4 @ts-nocheck"] });
  });

  it("are unknown once too much was searched for one text", async () => {
    const { change } = inserting("// @ts-ignore\n".repeat(100_000));
    const { threats } = treeWith(BEFORE);
    const known: boolean[] = [];
    for (let count = 0; count < 50; count += 1)
      known.push("addsHidden" in (await threats.of([change], ["addsHidden"])));
    expect([known.at(0), known.at(-1)]).toEqual([true, false]);
  });
});
