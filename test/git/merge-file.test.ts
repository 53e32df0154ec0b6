import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeFile } from "../../src/git/merge-file.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { snapshot, tempTree } from "../support/temp-tree.ts";

function merge(current: string, base: string, other: string, env?: Record<string, string>) {
  const root = tempTree({ current, base, other });
  const files = { current: "current", base: "base", other: "other" };
  const absolute = {
    current: join(root, files.current),
    base: join(root, files.base),
    other: join(root, files.other),
  };
  return { root, merged: mergeFile(gitIn(root, env), absolute) };
}

describe("mergeFile", () => {
  it("returns both changes, byte for byte, outside of a repository too, and writes no file", async () => {
    const { root, merged } = merge(
      "\uFEFFA\r\n\r\n\r\nb",
      "\uFEFFa\r\n\r\n\r\nb",
      "\uFEFFa\r\n\r\n\r\nB",
    );
    const before = snapshot(root);
    expect(await merged).toBe("\uFEFFA\r\n\r\n\r\nB");
    expect(snapshot(root)).toEqual(before);
  });

  it("returns undefined if both changed the same", async () => {
    expect(await merge("x", "a", "y").merged).toBeUndefined();
  });

  it("throws if git cannot merge, or is not installed", async () => {
    await expect(merge("\0", "a", "b").merged).rejects.toThrow(/binary/);
    await expect(merge("x", "a", "b", { PATH: "" }).merged).rejects.toThrow(
      "git is not installed, and a merge needs it",
    );
  });
});
