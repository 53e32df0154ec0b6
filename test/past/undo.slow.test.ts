import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { killedRun } from "../support/killed-run.ts";
import { cli } from "../support/run-cli.ts";
import { readText, setMode, snapshot, tempTree, writeTree } from "../support/temp-tree.ts";
import { changed, FILES, MINE, NEW_FILE, report, undo } from "../support/undone-run.ts";

describe("the run that is taken back", () => {
  it("may be one that was interrupted: what it had done is taken back after recovery", async () => {
    const root = tempTree(FILES);
    const before = snapshot(root);
    const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"];
    expect(killedRun(root, argv, { point: "rename", path: "/b\\.ts$" })).toBe(true);
    const { exitCode, stdout } = await undo(root);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^warning: The run [\w-]+ had been cut off .* was rolled back\.\nTook back/,
    );
    expect(snapshot(root)).toEqual(before);
  });
});

describe("a file that changed since", () => {
  it("is told with --merge --dry-run, which cannot tell more", async () => {
    const { root } = await changed();
    writeTree(root, MINE);
    const { toMerge, files, exitCode } = await report(root, "--merge", "--dry-run");
    expect({ toMerge, files, exitCode }).toMatchObject({
      toMerge: ["a.ts"],
      files: [{ path: "b.ts" }],
      exitCode: 0,
    });
  });

  it("is brought back with --force where it is gone, with its mode bits, and refused otherwise", async () => {
    const { root, before } = await changed();
    rmSync(join(root, "a.ts"));
    expect((await undo(root)).stdout).toContain("  a.ts is gone by now\n");
    expect((await undo(root, "--merge")).exitCode).toBe(3);
    expect((await undo(root, "--force")).stdout).toContain("brought back");
    expect(snapshot(root)).toEqual(before);
    await undo(root);
    expect(existsSync(join(root, "a.ts"))).toBe(false);
  });
});

describe("a file that a run made", () => {
  const files = { "a.ts": "old(1);\n", "recipe.yaml": NEW_FILE };

  it("leaves a folder in which others have put something", async () => {
    const { root } = await changed(files);
    writeTree(root, { "made/mine.txt": "" });
    await undo(root);
    expect(readdirSync(join(root, "made"))).toEqual(["mine.txt"]);
  });

  it("comes back with its mode bits", async () => {
    const { root } = await changed(files);
    setMode(root, "made/deep/x.ts", 0o755);
    const after = snapshot(root);
    await undo(root);
    await undo(root);
    expect(snapshot(root)).toEqual(after);
  });
});

describe("an undo that is interrupted", () => {
  it.each([
    ["before it puts its last file into place", { point: "rename", path: "/b\\.ts$" }],
    ["while it writes its journal", { point: "write", path: "journal\\.jsonl$", nth: 2 }],
    ["while it merges", { point: "write", path: "merge-base$" }],
  ])("leaves the tree as it was after recovery (%s)", async (_what, fault) => {
    const { root } = await changed();
    if (fault.path.includes("merge"))
      writeTree(root, { "a.ts": "fresh(1);\n\nmine();\n\nfresh(2);\n" });
    const before = snapshot(root);
    expect(killedRun(root, ["undo", "--merge"], fault)).toBe(true);
    expect((await cli(root, ["recover"])).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
    expect(readdirSync(join(root, ".sluice/runs")).join()).not.toContain("open");
    expect((await undo(root, "test-run", "--merge")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toContain("old(2)");
  });

  it("writes nothing where a signal came first", async () => {
    const { root, after } = await changed();
    const { exitCode } = await cli(root, ["undo"], { interrupted: AbortSignal.abort(143) });
    expect(exitCode).toBe(143);
    expect(snapshot(root)).toEqual(after);
  });
});
