import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import {
  git,
  readText,
  setMode,
  snapshot,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { changed, FILES, MINE, NEW_FILE, report, run, undo } from "../support/undone-run.ts";
import { recipeOf } from "../support/yaml.ts";

describe("sluice undo", () => {
  it("takes back the last run, many actions on one file as well, and says how to redo it", async () => {
    const { root, before } = await changed();
    const { exitCode, stdout, stderr } = await undo(root);
    expect({ exitCode, stderr, stdout }).toEqual({
      exitCode: 0,
      stderr: "",
      stdout:
        "Took back the run test-run (sluice run recipe): 2 files.\n  put back: a.ts\n  put back: b.ts\nTo redo it: sluice undo test-run-2\n",
    });
    expect(snapshot(root)).toEqual(before);
  });

  it("does not pass over a run whose files only code of its recipe knows", async () => {
    const tool = `import { writeFileSync } from "node:fs";
const file = new URL("x.txt", import.meta.url);
const apply = () => void writeFileSync(file, "new");
export default (pi) => ({
  name: "w",
  description: "Writes.",
  parameters: {},
  execute: () => void pi.pushPendingAction({ label: "Write x", details: { files: ["x.txt"] }, apply }),
});
`;
    const code = "version: 1\ntools: [tool.mjs]\nsteps: [{ id: s, tool: w }]\n";
    const { root } = await changed({ ...FILES, "tool.mjs": tool, "code.yaml": code });
    expect((await run(root, "code.yaml")).exitCode).toBe(0);
    const after = snapshot(root);
    const { exitCode, stderr } = await undo(root);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("test-run-2 wrote by code")]);
    expect(snapshot(root)).toEqual(after);
    expect((await undo(root, "test-run")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toContain("old(1)");
  });

  it("is a redo the second time, and an undo the third", async () => {
    const { root, before, after } = await changed();
    for (const expected of [before, after, before, after]) {
      expect((await undo(root)).exitCode).toBe(0);
      expect(snapshot(root)).toEqual(expected);
    }
  });

  it("keeps mode bits, BOM, line ends and a missing final newline", async () => {
    const { root } = await changed();
    expect(readText(root, "b.ts")).toBe("\uFEFFfresh(3);\r\nmore();");
    await undo(root);
    expect(readText(root, "b.ts")).toBe(FILES["b.ts"]);
    expect(statSync(join(root, "a.ts")).mode & 0o777).toBe(0o754);
  });

  it("writes nothing with --dry-run, and tells the same files", async () => {
    const { root, after } = await changed();
    const { stdout, exitCode } = await undo(root, "--dry-run");
    expect([exitCode, stdout]).toEqual([
      0,
      "Would take back the run test-run (sluice run recipe): 2 files.\n  put back: a.ts\n  put back: b.ts\n",
    ]);
    expect(snapshot(root)).toEqual(after);
    expect(readdirSync(join(root, ".sluice/runs"))).toEqual(["test-run"]);
  });

  it("has nothing to do where nothing was ever written, and makes no .sluice", async () => {
    const root = tempTree(FILES);
    for (const argv of [[], ["--dry-run"], ["--merge"]])
      expect(await undo(root, ...argv)).toEqual({
        exitCode: 0,
        stdout: "Nothing to undo: no run has written here.\n",
        stderr: "",
      });
    expect(existsSync(join(root, ".sluice"))).toBe(false);
  });

  it("has nothing to do where every file is as it was before", async () => {
    const { root, before } = await changed(FILES, tempRepository);
    git(root, "checkout", "a.ts", "b.ts");
    setMode(root, "a.ts", 0o754);
    const { exitCode, stdout } = await undo(root);
    expect([exitCode, stdout]).toEqual([
      0,
      "Nothing to undo of the run test-run (sluice run recipe): every file is as it was before.\n",
    ]);
    expect(snapshot(root)).toEqual(before);
    expect(readdirSync(join(root, ".sluice/runs"))).toEqual(["test-run"]);
  });

  it("takes back what is left where a part is already as before", async () => {
    const { root, before } = await changed(FILES, tempRepository);
    git(root, "checkout", "b.ts");
    expect(await report(root)).toMatchObject({
      exitCode: 0,
      files: [{ path: "a.ts", how: "put-back" }],
      alreadyBefore: ["b.ts"],
    });
    expect(snapshot(root)).toEqual(before);
  });
});

describe("the run that is taken back", () => {
  it("is found by the beginning of its id; an unknown one is an error with the nearest", async () => {
    const { root, before } = await changed();
    expect(await undo(root, "tset-run")).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "sluice: There is no run `tset-run`.\nhint: Did you mean `test-run`?\n",
    });
    expect((await undo(root, "test")).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
    const { exitCode, stderr } = await undo(root, "tes");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("is the beginning of the ids of 2 runs");
  });

  it("is refused by id where a later run has changed the same file, and taken back after that one", async () => {
    const { root, before, after } = await changed({
      ...FILES,
      "next.yaml": recipeOf([["fresh(1)", "again(1)"]]),
    });
    await run(root, "next.yaml");
    const { exitCode, stdout } = await undo(root, "test-run");
    expect(exitCode).toBe(3);
    expect(stdout).toContain("  a.ts has changed since\n");
    await undo(root);
    expect(snapshot(root)).toEqual(after);
    expect((await undo(root, "test-run")).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
  });

  it("is not one that only held, nor one that the repository brings", async () => {
    const { root, after } = await changed(FILES, tempRepository);
    writeTree(root, { "c.ts": "old(9);\n" });
    await cli(root, ["run", "recipe.yaml", "--policy", "hold-all", "--no-cache"]);
    expect((await report(root, "--dry-run")).run?.id).toBe("test-run");
    git(root, "add", "-f", ".sluice/runs/test-run");
    expect((await undo(root)).stdout).toContain("Nothing to undo");
    const { exitCode, stderr } = await undo(root, "test-run");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("runs that come with a repository are not trusted");
    expect(snapshot(root)).toMatchObject(after);
  });
});

describe("a file that changed since", () => {
  it("is refused with exit code 3, listed, and nothing is written", async () => {
    const { root } = await changed();
    writeTree(root, MINE);
    const before = snapshot(root);
    const { exitCode, stdout } = await undo(root);
    expect(exitCode).toBe(3);
    expect(stdout).toBe(
      "The run test-run (sluice run recipe) was not taken back, nothing was written:\n  a.ts has changed since\nWith --merge later changes stay, unless the run changed the same lines.\nWith --force these files become what they were before the run; later changes are kept, and undoing the undo brings them back.\n",
    );
    expect(snapshot(root)).toEqual(before);
    expect(readdirSync(join(root, ".sluice/runs"))).toEqual(["test-run"]);
  });

  it("is put back with --force; undoing the undo brings it back", async () => {
    const { root, before } = await changed();
    writeTree(root, MINE);
    const mine = snapshot(root);
    expect((await undo(root, "--force")).stdout).toContain(
      "  put back, over later changes: a.ts\n",
    );
    expect(snapshot(root)).toEqual(before);
    await undo(root);
    expect(snapshot(root)).toEqual(mine);
  });

  it("keeps what others changed elsewhere in it with --merge", async () => {
    const { root } = await changed();
    writeTree(root, { "a.ts": 'fresh(1);\n\nmine("é");\n\nfresh(2);\n' });
    const { exitCode, stdout } = await undo(root, "--merge");
    expect([exitCode, stdout]).toEqual([
      0,
      "Took back the run test-run (sluice run recipe): 2 files.\n  merged: a.ts\n  put back: b.ts\nTo redo it: sluice undo test-run-2\n",
    ]);
    expect(readText(root, "a.ts")).toBe('old(1);\n\nmine("é");\n\nold(2);\n');
    expect(readdirSync(join(root, ".sluice/runs/test-run-2")).sort()).toEqual([
      "images",
      "journal.jsonl",
    ]);
  });

  it("is refused with --merge where there is a conflict: no markers, nothing written, nothing left", async () => {
    const { root } = await changed();
    writeTree(root, MINE);
    const before = snapshot(root);
    const result = await report(root, "--merge");
    expect(result.exitCode).toBe(3);
    expect(result.refused).toEqual([
      {
        path: "a.ts",
        code: "conflict",
        why: "was changed since in the lines that the run had changed",
      },
    ]);
    expect(snapshot(root)).toEqual(before);
    expect(readdirSync(join(root, ".sluice/runs"))).toEqual(["test-run"]);
  });

  it.each<[what: string, bytes: Uint8Array | string]>([
    ["binary", Buffer.from([1, 0, 2])],
    ["not UTF-8", Buffer.from([0x61, 0xff, 0x61])],
    ["too large", "x".repeat(11 * 1024 * 1024)],
  ])("is refused with --merge and --force where it is %s by now", async (_what, bytes) => {
    const { root } = await changed();
    writeTree(root, { "a.ts": bytes });
    const before = snapshot(root);
    for (const option of ["--merge", "--force"]) {
      const { exitCode, refused } = await report(root, option);
      expect([exitCode, refused[0]?.code]).toEqual([3, "not-text"]);
    }
    expect(snapshot(root)).toEqual(before);
  });

  it.each<[what: string, spoil: (path: string) => void]>([
    ["a link", (path) => symlinkSync("b.ts", path)],
    ["a folder", (path) => mkdirSync(path)],
  ])("is refused with --force where it is %s by now", async (_what, spoil) => {
    const { root } = await changed();
    rmSync(join(root, "a.ts"));
    spoil(join(root, "a.ts"));
    const { exitCode, refused } = await report(root, "--force");
    expect([exitCode, refused[0]?.code]).toEqual([3, "elsewhere"]);
    expect(readText(root, "b.ts")).toContain("fresh(3)");
  });

  it("is refused where its folder is a link by now", async () => {
    const { root } = await changed({
      "src/a.ts": "old(1);\n",
      "recipe.yaml": FILES["recipe.yaml"],
    });
    renameSync(join(root, "src"), join(root, "lib"));
    symlinkSync("lib", join(root, "src"));
    const { exitCode, refused } = await report(root, "--force");
    expect([exitCode, refused[0]?.why]).toEqual([3, "is reached through a link"]);
    expect(readText(root, "lib/a.ts")).toBe("fresh(1);\n");
  });

  it("wants one way only", async () => {
    const { exitCode, stderr } = await undo(tempTree(FILES), "--force", "--merge");
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("--force and --merge exclude each other"),
    ]);
  });
});

describe("a file that a run made", () => {
  const files = { "a.ts": "old(1);\n", "recipe.yaml": NEW_FILE };

  it("is removed with the folders that the run made; redo makes them again", async () => {
    const { root, before, after } = await changed(files);
    expect((await undo(root)).stdout).toContain("  removed: made/deep/x.ts\n");
    expect(snapshot(root)).toEqual(before);
    expect(existsSync(join(root, "made"))).toBe(false);
    await undo(root);
    expect(snapshot(root)).toEqual(after);
    await undo(root);
    expect(existsSync(join(root, "made"))).toBe(false);
  });

  it("is refused by redo where somebody else made it meanwhile, and replaced with --force", async () => {
    const { root, after } = await changed(files);
    await undo(root);
    writeTree(root, { "made/deep/x.ts": "mine();\n" });
    const { exitCode, stdout } = await undo(root);
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining("is there again")]);
    await undo(root, "--force");
    expect(snapshot(root)).toEqual(after);
  });
});

describe("an undo that is interrupted", () => {
  it("ends what it has begun where a signal comes meanwhile, and answers its exit code", async () => {
    const { root, before } = await changed();
    const controller = new AbortController();
    const now = () => {
      if (readdirSync(join(root, ".sluice")).includes("lock")) controller.abort(130);
      return 0;
    };
    const more = { now, interrupted: controller.signal };
    expect((await cli(root, ["undo"], more)).exitCode).toBe(130);
    expect(snapshot(root)).toEqual(before);
  });
});
