import { describe, expect, it } from "vitest";
import { plannedPathFault } from "../../src/plan-file/check-plan.ts";

/** Names that Windows takes for other places. */
const POSIX = process.platform === "win32" ? [] : ["c:a", "a\\b"];

describe("a path of a plan", () => {
  it.each([
    "a.ts",
    "src/ü 😀.ts",
    ".github/x.yml",
    ".gitignore",
    "a/.gitkeep",
    "console.ts",
    "!a.ts",
  ])("may be %j", (path) => {
    expect(plannedPathFault(path, { isNew: true })).toBeUndefined();
  });

  it.each([
    ["", "empty"],
    ["/a", "absolute"],
    ["../a", "`..`"],
    ["a/../b", "`..`"],
    ["./a", "shortest"],
    ["a/", "shortest"],
    ["a\ufffdb", "Unicode"],
    [".Git/config", "`.git`"],
    ["a/.SLUICE/x", "`.git`"],
    [".git /config", "`.git`"],
    [".git::$INDEX_ALLOCATION/config", "`.git`"],
    ["git~1/config", "`.git`"],
    ["node_modules", "node_modules"],
    ["a/node_modules/b", "node_modules"],
  ])("may not be %j", (path, why) => {
    for (const isNew of [true, false]) expect(plannedPathFault(path, { isNew })).toContain(why);
  });

  it.each([
    "con",
    "a/NUL.txt",
    "com1",
    "a./b",
    "a /b",
    "what?.ts",
    "ab:c",
    "a\u0085b",
    "a\nb",
    ...POSIX,
  ])("may be %j if the file exists, but not for a new file", (path) => {
    expect(plannedPathFault(path, { isNew: true })).toMatch(
      /not every system|device on Windows|control|absolute|backslash/,
    );
    expect(plannedPathFault(path, { isNew: false })).toBeUndefined();
  });
});
