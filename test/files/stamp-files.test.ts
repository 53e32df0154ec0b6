import { renameSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stampFiles } from "../../src/files/stamp-files.ts";
import { setMode, tempTree, writeTree } from "../support/temp-tree.ts";

describe("stampFiles", () => {
  it("stamps what is there, and leaves out what is not or cannot be looked at", () => {
    const root = tempTree({ "a.ts": "a", "sub/b.ts": "b" });
    const stamps = stampFiles(root, ["a.ts", "sub/b.ts", "gone.ts", "a.ts/below", "nul\0.ts"]);
    expect([...stamps.keys()]).toEqual(["a.ts", "sub/b.ts"]);
    expect(stampFiles(root, ["a.ts", "sub/b.ts"])).toEqual(stamps);
  });

  it.each<[what: string, touch: (root: string) => void]>([
    ["is written", (root) => writeTree(root, { "a.ts": "longer" })],
    ["gets another mode", (root) => setMode(root, "a.ts", 0o755)],
    ["is replaced", (root) => renameSync(join(root, "b.ts"), join(root, "a.ts"))],
    [
      "is written with the same size and its old time",
      (root) => {
        const { atime, mtime } = statSync(join(root, "a.ts"));
        writeTree(root, { "a.ts": "b" });
        utimesSync(join(root, "a.ts"), atime, mtime);
      },
    ],
  ])("stamps a file differently once it %s", async (_what, touch) => {
    const root = tempTree({ "a.ts": "a", "b.ts": "a" });
    const before = stampFiles(root, ["a.ts"]);
    await new Promise((done) => setTimeout(done, 20)); // File systems count time in ticks.
    touch(root);
    expect(stampFiles(root, ["a.ts"])).not.toEqual(before);
  });
});
