import { describe, expect, it } from "vitest";
import { splice } from "../../../src/edit/text/splice.ts";
import type { FileChange } from "../../../src/model/action/preview.ts";
import type { TextEdit } from "../../../src/model/edit.ts";
import { textWithout } from "../../../src/run/proof/text-without.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { seededRandom } from "../../support/seeded-random.ts";

type Random = ReturnType<typeof seededRandom>;

const TEXT = "one two three four five six seven eight nine ten eleven twelve\n";

/** Makes actions of one batch: each has some words of the text, and no word has two actions. */
function actionsOf(random: Random, count: number): readonly (readonly TextEdit[])[] {
  const actions: TextEdit[][] = Array.from({ length: count }, () => []);
  for (const { index: start, 0: word } of TEXT.matchAll(/\w+/g)) {
    const owner = random.below(count + 1);
    const text = random.pick(["", "x", `${word}${word}`, `<${word}>`]);
    actions[owner]?.push({ start, end: start + word.length, text });
  }
  return actions;
}

/** Moves edits of the first text to a text to which others were applied. */
function moved(edits: readonly TextEdit[], applied: readonly TextEdit[]): readonly TextEdit[] {
  return edits.map(({ start, end, text }) => {
    const shift = applied
      .filter((one) => one.end <= start)
      .reduce((sum, one) => sum + one.text.length - (one.end - one.start), 0);
    return { start: start + shift, end: end + shift, text };
  });
}

function sorted(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

/** Writes the actions in order, each as a write of its own. */
function written(actions: readonly (readonly TextEdit[])[]) {
  const texts = [TEXT];
  const writes = actions.map((own, index) => {
    const before = texts.at(-1) ?? "";
    const edits = moved(own, actions.slice(0, index).flat());
    const after = splice(before, edits);
    texts.push(after);
    const [preHash, postHash] = [sha256(before), sha256(after)];
    const change = {
      path: "a.txt",
      preHash,
      postHash,
      edits: edits.map((edit) => ({ ...edit, opId: "op" })),
      superseded: [],
      diff: "",
    } as unknown as FileChange; // As much of a change as is looked at.
    return { preHash, postHash, parts: [{ id: String(index), batchId: "b", change }] };
  });
  return { writes, texts };
}

describe("textWithout", () => {
  it("is the text that a run without these actions would have written, with the changes of the others", () => {
    const random = seededRandom(1);
    for (let round = 0; round < 300; round += 1) {
      const actions = actionsOf(random, 5);
      const { writes, texts } = written(actions);
      const stands = new Set(
        actions.flatMap((_edits, index) => (random.below(2) === 0 ? [index] : [])),
      );
      const made = textWithout(writes, texts, (id) => stands.has(Number(id)));
      if (made.kind === "rests") throw new Error("No action of a batch rests on another.");
      const kept = actions.filter((_edits, index) => stands.has(index));
      expect(made.text).toBe(splice(TEXT, sorted(kept.flat())));
      expect(splice(texts.at(-1) ?? "", made.edits)).toBe(made.text);
      let hash = sha256(TEXT);
      for (const { parts } of writes) {
        const [part] = parts;
        if (part === undefined || !stands.has(Number(part.id))) continue;
        const change = made.changes.get(part.change) ?? part.change;
        expect(change.preHash).toBe(hash);
        hash = change.postHash ?? "";
      }
      expect(hash).toBe(sha256(made.text ?? ""));
    }
  });

  it("keeps a file whose deletion is left out, and deletes only the text that was previewed", () => {
    const texts = ["abc", "ab", "", "new"];
    const steps: readonly (readonly [string, string | null, string | null, TextEdit])[] = [
      ["1", "abc", "ab", { start: 2, end: 3, text: "" }],
      ["2", "ab", null, { start: 0, end: 2, text: "" }],
      ["3", null, "new", { start: 0, end: 0, text: "new" }],
    ];
    const hashOf = (text: string | null) => (text === null ? null : sha256(text));
    const writes = steps.map(([id, before, after, edit]) => {
      const [preHash, postHash] = [hashOf(before), hashOf(after)];
      const edits = [{ ...edit, opId: "op" }];
      const change = { preHash, postHash, edits, superseded: [] } as unknown as FileChange;
      return { preHash, postHash, parts: [{ id, batchId: "b", change }] };
    });
    const without = (count: number, ...gone: readonly string[]) =>
      textWithout(writes.slice(0, count), texts.slice(0, count + 1), (id) => !gone.includes(id));
    expect(without(2)).toMatchObject({ kind: "text", text: undefined });
    expect(without(2, "2")).toMatchObject({ kind: "text", text: "ab" });
    expect(without(2, "1")).toEqual({ kind: "rests", id: "2" });
    expect(without(2, "1", "2")).toMatchObject({ kind: "text", text: "abc" });
    expect(without(3, "2")).toEqual({ kind: "rests", id: "3" });
    expect(without(3, "3")).toMatchObject({ kind: "text", text: undefined });
    expect(without(3, "1", "2", "3")).toMatchObject({ kind: "text", text: "abc" });
    expect(without(3)).toMatchObject({ kind: "text", text: "new" });
  });

  it("tells which action rests on the text of one that is left out", () => {
    const texts = ["a", "bc", "bd"];
    const write = (id: string, before: string, after: string, edit: TextEdit) => {
      const [preHash, postHash] = [sha256(before), sha256(after)];
      const change = { preHash, postHash, edits: [edit] } as unknown as FileChange;
      return { preHash, postHash, parts: [{ id, batchId: id, change }] };
    };
    const writes = [
      write("1", "a", "bc", { start: 0, end: 1, text: "bc" }),
      write("2", "bc", "bd", { start: 1, end: 2, text: "d" }),
    ];
    expect(textWithout(writes, texts, (id) => id === "2")).toEqual({ kind: "rests", id: "2" });
  });
});
