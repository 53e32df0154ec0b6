import { describe, expect, it } from "vitest";
import { CommitHistory } from "../../src/tree/commit-history.ts";

const commit = (preHash: string | null, postHash: string, text: string) => ({
  ...{ path: "a.ts", preHash, postHash, before: "", after: text },
  edits: [{ start: 0, end: 0, text }],
});

describe("CommitHistory", () => {
  it("answers the edits between two contents that the run itself made", () => {
    const history = new CommitHistory();
    history.add([commit(null, "1", "a")]);
    history.add([commit("1", "2", "b")]);
    expect(history.between("a.ts", "1", "2")).toEqual([[{ start: 0, end: 0, text: "b" }]]);
    expect(history.between("a.ts", "1", "3")).toBeUndefined();
    expect(history.between("a.ts", "0", "2")).toBeUndefined();
  });

  it("A18 knows no way over a moment at which the file was not there", () => {
    const history = new CommitHistory();
    history.add([commit("1", "2", "a")]);
    history.add([commit(null, "2", "whole")]); // Somebody else deleted it in between.
    expect(history.between("a.ts", "1", "2")).toBeUndefined();
  });
});
