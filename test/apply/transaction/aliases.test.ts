import { describe, expect, it } from "vitest";
import { findAliases, type PlacedFile } from "../../../src/apply/transaction/aliases.ts";

const there = (path: string, file: string, links = 1): PlacedFile => ({
  path,
  identity: { file, links },
});
const fresh = (...paths: string[]): PlacedFile[] => paths.map((path) => ({ path }));

describe("findAliases", () => {
  it.each<[what: string, files: readonly PlacedFile[], aliases: readonly (readonly string[])[]]>([
    ["nothing", [], []],
    ["two files", [there("a", "1 1"), there("b", "1 2")], []],
    ["one path twice", [there("a", "1 1"), there("a", "1 1")], [["a", "a"]]],
    ["one new path twice", fresh("a", "a"), [["a", "a"]]],
    [
      "two names on a file system that ignores case",
      [there("A", "1 1"), there("a", "1 1")],
      [["A", "a"]],
    ],
    ["one inode on two devices", [there("a", "1 1"), there("b", "2 1")], []],
    ["two hard links", [there("a", "1 1", 2), there("b", "1 1", 2)], []],
    ["new files that differ by case", fresh("s/A.ts", "s/a.ts"), [["s/A.ts", "s/a.ts"]]],
    ["new files in folders that differ by case", fresh("S/a", "s/a"), [["S/a", "s/a"]]],
    ["the two forms of an accent", fresh("e\u0301", "\u00e9"), [["e\u0301", "\u00e9"]]],
    ["new files that differ", fresh("a", "b"), []],
    ["a new file and an existing one", [there("A", "1 1"), { path: "a" }], []],
    [
      "two pairs",
      fresh("a", "A", "b", "B"),
      [
        ["a", "A"],
        ["b", "B"],
      ],
    ],
  ])("finds the aliases among %s", (_what, files, aliases) => {
    expect(findAliases(files)).toEqual(aliases);
  });
});
