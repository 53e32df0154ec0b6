import { describe, expect, it } from "vitest";
import { composeHeld } from "../../../src/past/record/compose-held.ts";
import type { ActionChange } from "../../../src/past/record/located-actions.ts";
import type { PlannedAction } from "../../../src/plan-file/plan.ts";

type Moved = readonly [start: number, end: number, text: string, from?: number];

const PRE = "0".repeat(64);

const found = (id: string, path: string, ...edits: readonly Moved[]): ActionChange => ({
  action: { id } as PlannedAction,
  files: [
    {
      path,
      preHash: PRE,
      isDeletion: false,
      edits: edits.map(([start, end, text, from = start]) => ({
        start,
        end,
        text,
        from: { start: from, end: from + end - start },
      })),
    },
  ],
});

const deletion = (id: string, path: string, length: number): ActionChange => {
  const { action, files } = found(id, path, [0, length, ""]);
  return { action, files: files.map((file) => ({ ...file, isDeletion: true })) };
};

function compose(all: readonly ActionChange[], texts: Readonly<Record<string, string>>) {
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [path, { kind: "text", text, hash: PRE } as const]),
  );
  const { applied, changes, refused } = composeHeld(all, files);
  return {
    applied: applied.map(({ id }) => id),
    texts: changes.map(({ after }) => after),
    hashes: changes.map(({ postHash }) => postHash),
    refused: refused.map(({ action, cause, problems }) => `${action.id} ${cause}: ${problems[0]}`),
  };
}

describe("held actions composed", () => {
  it("refuses an action whose own places have become one, and applies the others", () => {
    const one = found("one", "a.ts", [0, 1, "x"], [0, 1, "y", 9]);
    const result = compose([one, found("two", "b.ts", [0, 1, "z"])], { "a.ts": "ab", "b.ts": "c" });
    expect(result).toMatchObject({ applied: ["two"], texts: ["z"] });
    expect(result.refused).toEqual([expect.stringContaining("one stale: a.ts: two of its places")]);
  });

  it.each<[what: string, all: readonly ActionChange[], applied: readonly string[]]>([
    ["of one action that have become one", [found("one", "a.ts", [1, 1, "x"], [1, 1, "y", 9])], []],
    [
      "of two actions that have become one",
      [found("one", "a.ts", [1, 1, "x"]), found("two", "a.ts", [1, 1, "y", 9])],
      ["one"],
    ],
    [
      "of two actions at one place",
      [found("one", "a.ts", [1, 1, "x"]), found("two", "a.ts", [1, 1, "y"])],
      ["one", "two"],
    ],
  ])("judges insertions %s", (_what, all, applied) => {
    expect(compose(all, { "a.ts": "ab" }).applied).toEqual(applied);
  });

  it.each<[what: string, start: number, end: number]>([
    ["before", 0, 0],
    ["in", 1, 1],
    ["behind", 2, 2],
  ])(
    "lets a deletion stand only alone: of an insertion %s its text the later one is refused",
    (_what, start, end) => {
      const edit = found("edit", "a.ts", [start, end, "x"]);
      const gone = deletion("gone", "a.ts", 2);
      const texts = { "a.ts": "ab" };
      expect(compose([gone, edit], texts)).toMatchObject({ applied: ["gone"], hashes: [null] });
      expect(compose([edit, gone], texts)).toMatchObject({ applied: ["edit"] });
      expect(compose([gone, deletion("again", "a.ts", 2)], texts).applied).toEqual(["gone"]);
    },
  );

  it("refuses the actions of a file that cannot be made, and no others", () => {
    const all = [
      found("cut", "a.ts", [1, 1, "x"]),
      found("also", "a.ts", [2, 2, "y"]),
      found("fine", "b.ts", [0, 0, "z"]),
    ];
    const result = compose(all, { "a.ts": "😀", "b.ts": "c" });
    expect(result).toMatchObject({ applied: ["fine"], texts: ["zc"] });
    expect(result.refused.map((one) => one.split(":")[0])).toEqual(["cut invalid", "also invalid"]);
  });
});
