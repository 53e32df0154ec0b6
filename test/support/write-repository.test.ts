import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, tempFolder, tempRepository, writeTree } from "./temp-tree.ts";

const FILES = {
  "a.ts": "a();\n",
  "a/b/c.ts": "a();\n",
  "a/z.bin": new Uint8Array([0, 255, 13, 10]),
  "a-b.ts": "",
  "é 😀.ts": "é\r\n",
  ".gitignore": "a/\n",
  [`${"long/".repeat(100)}x`]: "long\n",
};

describe("a repository of the tests", () => {
  it.each([
    ["files", FILES],
    ["no files", {}],
  ] as const)("with %s is as git makes it", (_which, files) => {
    const root = tempRepository(files);
    const made = tempFolder();
    writeTree(made, files);
    git(made, "init", "-q", "-b", "main");
    git(made, "add", "-A", "-f");
    git(made, "commit", "-q", "--allow-empty", "-m", "State");
    for (const argv of [
      ["status", "--porcelain", "--branch"],
      ["ls-files", "-z", "-v", "-s"],
      ["log", "--format=%T %an %ae %cn %ce %B", "--all"],
      ["fsck", "--strict"],
      ["config", "--local", "--list"],
    ])
      expect(git(root, ...argv)).toBe(git(made, ...argv));
    // Files that git has to read again would be listed: the times in the index are those of the files.
    expect(git(root, "diff-files")).toBe("");
  });

  it("tells a change from none, and takes another commit", () => {
    const root = tempRepository(FILES);
    writeFileSync(join(root, "a.ts"), "b();\n");
    rmSync(join(root, "a-b.ts"));
    expect(git(root, "status", "--porcelain")).toBe(" D a-b.ts\n M a.ts\n");
    git(root, "commit", "-q", "-a", "-m", "Next");
    expect(git(root, "status", "--porcelain")).toBe("");
    expect(git(root, "log", "--format=%s")).toBe("Next\nState\n");
  });
});
