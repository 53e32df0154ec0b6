import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { watchTree } from "../../../src/run/tree/watch-tree.ts";
import { setMode, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { diskWorkspace } from "../../support/write-files.ts";

describe("watchTree", () => {
  it("names what was written, made, removed, touched or given another mode since, sorted", async () => {
    const names = ["same", "written", "removed", "touched", "mode"];
    const root = tempRepository({
      ...Object.fromEntries(names.map((name) => [`${name}.ts`, "a"])),
      ".gitignore": "ignored\n",
    });
    const watch = await watchTree(root, diskWorkspace(root), new Set());
    expect(await watch.changed()).toEqual([]);
    writeTree(root, { "written.ts": "b", "sub/made.ts": "", ignored: "", ".sluice/x": "" });
    rmSync(join(root, "removed.ts"));
    utimesSync(join(root, "touched.ts"), 1, 1);
    setMode(root, "mode.ts", 0o755);
    expect(await watch.changed()).toEqual([
      "mode.ts",
      "removed.ts",
      "sub/made.ts",
      "touched.ts",
      "written.ts",
    ]);
  });
});
