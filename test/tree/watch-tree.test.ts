import { lstatSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileId } from "../../src/shared/process/output-files.ts";
import { ownOutputsOf } from "../../src/tree/own-outputs.ts";
import { watchTree } from "../../src/tree/watch-tree.ts";
import { setMode, tempRepository, writeTree } from "../support/temp-tree.ts";
import { diskWorkspace } from "../support/write-files.ts";

describe("watchTree", () => {
  it("leaves out a recording, and a file that a standard output is redirected to", async () => {
    const root = tempRepository({ "log.txt": "", "own.json": "", "other.txt": "" });
    const outputFiles = new Set([fileId(lstatSync(join(root, "log.txt"), { bigint: true }))]);
    const own = ownOutputsOf({ root, record: "own.json" }, { cwd: root, outputFiles });
    const watch = await watchTree(root, diskWorkspace(root), own);
    writeTree(root, { "log.txt": "a", "own.json": "a", "other.txt": "a" });
    expect(await watch.changed()).toEqual(["other.txt"]);
  });

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
