import { describe, expect, it } from "vitest";
import type { FileEdit } from "../../src/hook/call/hook-call.ts";
import { textAfter } from "../../src/hook/judge/text-after.ts";

const replace = (old: string, fresh: string, isEverywhere = false) =>
  ({ kind: "replace", replacements: [{ old, fresh, isEverywhere }] }) as const;

/** What Claude Code 2.1.197 was seen to write. */
const SEEN: readonly (readonly [string, string | undefined, FileEdit, string])[] = [
  ["a part of a line", "const a = 1;\n", replace("a = 1", "a = 3"), "const a = 3;\n"],
  ["lines with CRLF", "x = 1\r\ny\r\n", replace("1\ny", "9\nz\ny"), "x = 9\r\nz\r\ny\r\n"],
  ["a line that goes with its end", "one\ntwo\nthree\n", replace("two", ""), "one\nthree\n"],
  ["all such lines", "two\ntwo\nthree two\nfour", replace("two", "", true), "three four"],
  ["the end of a file", "three four", replace("four", ""), "three "],
  ["a new file", undefined, replace("", "fresh\n"), "fresh\n"],
  ["a whole text, with other line ends", "x\r\n", { kind: "write", text: "x\n" }, "x\n"],
];

describe("the text after an edit", () => {
  it.each(SEEN)("is the one that the agent writes: %s", (_, before, edit, after) => {
    expect(textAfter("f", before, edit)).toEqual({ after });
  });

  it("is that of all replacements, one after the other", () => {
    const replacements = [
      { old: "a", fresh: "b", isEverywhere: false },
      { old: "b", fresh: "$&", isEverywhere: false },
    ];
    expect(textAfter("f", "a\n", { kind: "replace", replacements })).toEqual({ after: "$&\n" });
  });

  it.each([
    ["at no place", "x\n", replace("y", "z")],
    ["at several places", "x x\n", replace("x", "z")],
    ["of a file that is missing", undefined, replace("x", "z")],
    ["that is empty, in a file that exists", "x\n", replace("", "z")],
    ["in a file with both kinds of line ends", "x\r\ny\n", replace("x", "z")],
    ["of a missing file that is removed", undefined, { kind: "delete" } as const],
  ])("is not foreseen for a text %s", (_, before, edit) => {
    expect(textAfter("f", before, edit)).toEqual({ fault: expect.stringMatching(/^f .*\.$/) });
  });
});

describe("a notebook after an edit of a cell", () => {
  const cell = (id: string) => ({
    cell_type: "code",
    execution_count: 3,
    id,
    metadata: {},
    outputs: [{}],
    source: ["x = 1"],
  });
  const notebook = JSON.stringify({ cells: [cell("c1"), cell("c2")], nbformat: 4 });
  const edited = (mode: "replace" | "insert" | "delete", id?: string, type?: string) =>
    textAfter("n.ipynb", notebook, { kind: "cell", edit: { mode, cell: id, source: "y", type } });
  const cellsOf = (...of: Parameters<typeof edited>) => {
    const read = edited(...of);
    const text = "after" in read ? (read.after ?? "") : "";
    return (JSON.parse(text) as { cells: readonly { source: unknown }[] }).cells;
  };

  it("is the JSON that the agent writes, without what the cell printed", () => {
    const changed = { ...cell("c2"), execution_count: null, outputs: [], source: "y" };
    const text = JSON.stringify({ cells: [cell("c1"), changed], nbformat: 4 }, null, 1);
    expect(edited("replace", "c2")).toEqual({ after: text });
    expect(edited("replace", "cell-1")).toEqual({ after: text });
  });

  it("has one cell more, or less", () => {
    expect(cellsOf("insert", "c1", "markdown").map(({ source }) => source)).toEqual([
      ["x = 1"],
      "y",
      ["x = 1"],
    ]);
    expect(cellsOf("insert", undefined, "code")[0]).toMatchObject({ source: "y", outputs: [] });
    expect(cellsOf("delete", "c1")).toHaveLength(1);
  });

  it("is not foreseen for a cell that is missing, or without a type", () => {
    for (const read of [edited("replace", "c9"), edited("replace"), edited("insert", "c1")])
      expect(read).toEqual({ fault: expect.any(String) });
    const edit = { mode: "delete", cell: "c1", source: "", type: undefined } as const;
    for (const text of ["{", "[]", '{"cells":[1]}'])
      expect(textAfter("n", text, { kind: "cell", edit })).toEqual({ fault: "n is no notebook." });
  });
});
