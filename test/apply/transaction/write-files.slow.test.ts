import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/shared/sha256.ts";
import { readText, tempTree, writeTree } from "../../support/temp-tree.ts";

describe("writeFiles", () => {
  it("writes more files in one action than a process may have open", async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `f${index}.ts`);
    const root = tempTree(Object.fromEntries(names.map((name) => [name, "a"])));
    const script = `import { writeFiles } from ${JSON.stringify(resolve(import.meta.dirname, "../../../build/apply/transaction/write-files.js"))};
      const names = ${JSON.stringify(names)};
      await writeFiles(${JSON.stringify(root)}, names.map((path) => ({ path, before: "a", after: "b", edits: [], preHash: ${JSON.stringify(sha256("a"))}, postHash: ${JSON.stringify(sha256("b"))} })), "000000000000");`;
    writeTree(root, { "run.mjs": script });
    execFileSync("sh", ["-c", `ulimit -n 256 && exec "${process.execPath}" run.mjs`], {
      cwd: root,
    });
    expect(names.every((name) => readText(root, name) === "b")).toBe(true);
  });
});
