import { describe, expect, it } from "vitest";
import { isTooLong } from "../../src/files/path-rules.ts";

/** A path of so many bytes, in folders with names of 200. */
function pathOf(bytes: number, name = "a.ts"): string {
  const folders = `${"d".repeat(200)}/`.repeat(30).slice(0, bytes - name.length - 1);
  return `${folders.replace(/\/$/, "d")}/${name}`;
}

describe("a path below a root", () => {
  it.each<[root: string, path: string, isLong: boolean]>([
    ["/r", "a.ts", false],
    ["/r", pathOf(3900), false],
    ["/r", pathOf(3960), true],
    ["/r", pathOf(4093), true],
    [`/${"r".repeat(200)}`, pathOf(3800), true],
    ["/r", "ü".repeat(127), false],
    ["/r", `${"üüüüüüüüüü/".repeat(180)}a.ts`, false],
    ["/r", `${"üüüüüüüüüü/".repeat(200)}a.ts`, true],
  ])("is measured with the root, in bytes (%#)", (root, path, isLong) => {
    expect(isTooLong(root, path)).toBe(isLong);
  });
});
