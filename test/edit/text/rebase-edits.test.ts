import { expect, it } from "vitest";
import { createRebase } from "../../../src/edit/text/rebase-edits.ts";
import type { TextEdit } from "../../../src/model/edit.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** Moves an edit through lists one by one, by each of their edits in turn. */
function rebaseSlowly(edit: TextEdit, commits: readonly (readonly TextEdit[])[]) {
  let { start, end } = edit;
  for (const applied of commits) {
    if (applied.some((done) => done.start < end && done.end > start)) return undefined;
    // Of two insertions at one place, the one that was applied stands before.
    const before = applied.filter((done) => done.end <= start);
    const shift = before.reduce((sum, done) => sum + done.text.length - (done.end - done.start), 0);
    [start, end] = [start + shift, end + shift];
  }
  return { ...edit, start, end };
}

it("finds the same places by an index of the applied edits as by all of them", () => {
  const random = seededRandom(11);
  const someEdits = (): TextEdit[] => {
    const edits: TextEdit[] = [];
    for (let at = random.below(4); at < 60; at += random.below(6)) {
      const end = at + random.below(4);
      edits.push({ start: at, end, text: "x".repeat(random.below(4)) });
      at = end;
    }
    return edits;
  };
  for (let round = 0; round < 200; round += 1) {
    const commits = [someEdits(), someEdits()];
    const rebase = createRebase(commits);
    const edits = [0, 1, 3].flatMap((length) =>
      Array.from({ length: 60 }, (_, start) => ({ start, end: start + length, text: "y" })),
    );
    expect(edits.map(rebase)).toEqual(edits.map((edit) => rebaseSlowly(edit, commits)));
  }
});
