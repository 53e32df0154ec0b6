import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Recovery } from "../../src/model/past/recovery.ts";
import { asNobody } from "../support/as-nobody.ts";
import { killedRun } from "../support/killed-run.ts";
import { cli } from "../support/run-cli.ts";
import {
  git,
  readText,
  snapshot,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = {
  "a.ts": "old(1);\n",
  "b.ts": "old(2);\n",
  "c.ts": "old(3);\n",
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
};
const RUN = ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"];

/** The one tree that the others are copies of: to kill a run costs more than what the tests do. */
let original: string | undefined;
afterAll(() => original && rmSync(original, { recursive: true, force: true }));

function makeOriginal(): string {
  const root = mkdtempSync(join(tmpdir(), "sluice-killed-"));
  writeTree(root, FILES);
  expect(killedRun(root, RUN, { point: "rename", path: "/c\\.ts$" })).toBe(true);
  return root;
}

/** A tree in which a run was killed before it put the third of its three files into place. */
function interrupted(make = tempTree): { readonly root: string; readonly folder: string } {
  const root = make(FILES);
  original ??= makeOriginal();
  cpSync(original, root, { recursive: true, preserveTimestamps: true });
  const [name = ""] = readdirSync(join(root, ".sluice/runs"));
  return { root, folder: join(root, ".sluice/runs", name) };
}

async function recovery(root: string): Promise<Recovery & { readonly code: number }> {
  const { stdout, exitCode } = await cli(root, ["recover", "--format", "json"]);
  return { ...(JSON.parse(stdout) as Recovery), code: exitCode };
}

describe("sluice recover", () => {
  it("has nothing to do where no run was killed, and makes no .sluice", async () => {
    const root = tempTree(FILES);
    expect(await cli(root, ["recover"])).toEqual({
      exitCode: 0,
      stdout: "Nothing to recover.\n",
      stderr: "",
    });
    expect(existsSync(join(root, ".sluice"))).toBe(false);
  });

  it("rolls back what was half done, leaves nothing beside it, and tells so", async () => {
    const { root } = interrupted();
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    const { exitCode, stdout } = await cli(root, ["recover"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^Run [\w-]+ \(sluice run\): in order\.\n {2}AST Edit: 3 replacements in 3 files: rolled back, 3 files\.\n$/,
    );
    expect(Object.keys(snapshot(root))).toEqual(Object.keys(FILES).sort());
    expect(readText(root, "a.ts")).toBe(FILES["a.ts"]);
    expect((await cli(root, ["recover"])).stdout).toBe("Nothing to recover.\n");
  });

  it("completes what was all there", async () => {
    const root = tempTree(FILES);
    killedRun(root, RUN, { point: "sync-folder", path: `${root}$`, nth: 2 });
    expect(readText(root, "c.ts")).toBe("fresh(3);\n");
    const { runs } = await recovery(root);
    expect(runs).toMatchObject([{ actions: [{ how: "completed" }] }]);
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
  });

  it("leaves a file alone that somebody changed since, names it, and answers 1", async () => {
    const { root } = interrupted();
    writeTree(root, { "a.ts": "mine();\n" });
    const { stdout, exitCode } = await cli(root, ["recover"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("    left alone: a.ts was changed by another process.\n");
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["mine();\n", "old(2);\n"]);
  });

  it.each<[what: string, spoil: (images: string) => void]>([
    ["is missing", (images) => rmSync(images)],
    ["is cut", (images) => truncateSync(images, 9)],
    [
      "is a link",
      (images) => {
        renameSync(images, `${images}2`);
        symlinkSync(`${images}2`, images);
      },
    ],
  ])(
    "puts back what it can where the file with the texts %s, says which it cannot, and tries again",
    async (_what, spoil) => {
      const { root, folder } = interrupted(tempRepository);
      spoil(join(folder, "images"));
      const { stdout, exitCode } = await cli(root, ["recover"]);
      expect(exitCode).toBe(1);
      expect(stdout).toContain("b.ts could not be put back: its text is damaged in the journal");
      expect(stdout).not.toContain(root);
      expect(await cli(root, RUN)).toMatchObject({ exitCode: 1 });
      expect(readText(root, "b.ts")).toBe("fresh(2);\n");
      git(root, "checkout", "a.ts", "b.ts");
      expect((await recovery(root)).code).toBe(0);
      expect(await cli(root, RUN)).toMatchObject({ exitCode: 0 });
    },
  );

  it("touches nothing where a line in the middle of a journal is damaged, and says which", async () => {
    const { root, folder } = interrupted();
    const journal = join(folder, "journal.jsonl");
    const lines = readFileSync(journal, "utf8").split("\n");
    const forged = [lines[0], "damaged", ...lines.slice(1)].join("\n");
    writeFileSync(journal, forged);
    rmSync(join(root, ".sluice/lock"));
    const before = snapshot(root);
    const { runs, code } = await recovery(root);
    expect(code).toBe(1);
    expect(runs[0]?.failure).toMatch(/^line 2 of its journal is damaged/);
    expect(snapshot(root)).toEqual(before);
    expect(readFileSync(journal, "utf8")).toBe(forged);
  });

  it("reads a journal up to a last line that was cut", async () => {
    const { root, folder } = interrupted();
    const journal = join(folder, "journal.jsonl");
    writeFileSync(journal, `${readFileSync(journal, "utf8")}0123abcd {"kind":"do`);
    expect((await recovery(root)).code).toBe(0);
    expect(readText(root, "a.ts")).toBe(FILES["a.ts"]);
  });

  it.each<[what: string, make: (runs: string) => void]>([
    ["a file", (runs) => writeFileSync(join(runs, "x.open"), "")],
    ["a link", (runs) => symlinkSync("/tmp", join(runs, "x.open"))],
  ])("passes over %s that has the name of a run", async (_what, make) => {
    const root = tempTree(FILES);
    mkdirSync(join(root, ".sluice/runs"), { recursive: true });
    make(join(root, ".sluice/runs"));
    expect((await cli(root, ["recover"])).stdout).toBe("Nothing to recover.\n");
    expect(await cli(root, RUN)).toMatchObject({ exitCode: 0 });
  });

  it.each<[what: string, make: (journal: string) => void, why: string]>([
    ["a link", (journal) => symlinkSync("/etc/passwd", journal), "its journal is a link"],
    ["a folder", (journal) => mkdirSync(journal), "its journal is not a regular file"],
  ])("does not believe a journal that is %s", async (_what, make, why) => {
    const root = tempTree(FILES);
    mkdirSync(join(root, ".sluice/runs/x.open"), { recursive: true });
    make(join(root, ".sluice/runs/x.open/journal.jsonl"));
    const { runs, code } = await recovery(root);
    expect([code, runs[0]?.failure]).toEqual([1, why]);
  });

  it("says so where it may not read the runs, or what is in one", async () => {
    const { root, folder } = interrupted();
    await asNobody(root, async () => {
      chmodSync(join(root, ".sluice/runs"), 0);
      const { exitCode, stdout } = await cli(root, ["recover"]);
      expect(exitCode).toBe(1);
      expect(stdout).toBe(
        "Nothing can be written in this root: .sluice/runs cannot be read (EACCES).\n",
      );
      expect((await cli(root, RUN)).exitCode).toBe(1);
      chmodSync(join(root, ".sluice/runs"), 0o755);
      chmodSync(join(folder, "journal.jsonl"), 0);
      const { runs, code } = await recovery(root);
      expect([code, runs[0]?.failure]).toEqual([1, expect.stringContaining("EACCES")]);
    });
  });

  it("does not believe a journal that the repository brings, and neither does a run", async () => {
    const { root } = interrupted(tempRepository);
    git(root, "add", "-f", ".sluice/runs");
    rmSync(join(root, ".sluice/lock"));
    const before = snapshot(root);
    const { stdout, exitCode } = await cli(root, ["recover"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("runs that come with a repository are not trusted");
    expect(snapshot(root)).toEqual(before);
    const run = await cli(root, RUN);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain("which was not written here: it was left as it is");
  });

  it("refuses a lock that the repository brings", async () => {
    const { root } = interrupted(tempRepository);
    git(root, "add", "-f", ".sluice/lock");
    const { stdout, exitCode } = await cli(root, ["recover"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("The repository brings a `.sluice/lock`");
  });

  it("waits for a run that is under way, as long as it was told", async () => {
    const { root } = interrupted();
    const lock = join(root, ".sluice/lock");
    const holder = JSON.parse(readFileSync(lock, "utf8")) as object;
    writeFileSync(lock, JSON.stringify({ ...holder, host: "elsewhere" }));
    const waited: number[] = [];
    const after = (milliseconds: number) => {
      waited.push(milliseconds);
      return AbortSignal.abort();
    };
    const { exitCode, stdout, stderr } = await cli(root, ["recover", "--lock-timeout", "3s"], {
      after,
    });
    expect({ exitCode, waited, stderr }).toEqual({
      exitCode: 5,
      waited: [3000],
      stderr: "warn: Another run writes in this root: waiting.\n",
    });
    expect(stdout).toMatch(/^Another run writes in this root: `run`, process \d+ on elsewhere/);
    const interruption = await cli(root, ["recover"], { interrupted: AbortSignal.abort(143) });
    expect(interruption.exitCode).toBe(143);
  });
});

describe("what nobody can put in order", () => {
  it.each<[what: string, spoil: (journal: string) => void]>([
    ["is empty", (journal) => truncateSync(journal, 0)],
    ["is gone", (journal) => rmSync(journal)],
    [
      "has a last line that was spoilt",
      (journal) => writeFileSync(journal, readFileSync(journal, "utf8").replace("begin", "bogin")),
    ],
  ])("keeps the texts of a run whose journal %s, and says so", async (_what, spoil) => {
    const { root, folder } = interrupted();
    spoil(join(folder, "journal.jsonl"));
    rmSync(join(root, ".sluice/lock")); // Of the process that was killed.
    const before = snapshot(root);
    const { code, runs } = await recovery(root);
    expect(code).toBe(1);
    expect(runs[0]?.failure).toMatch(/journal/);
    expect(readFileSync(join(folder, "images"), "utf8")).toContain("old(1);");
    expect(snapshot(root)).toEqual(before);
    expect((await cli(root, RUN)).exitCode).toBe(1); // Nothing is written on top of it.
  });

  it("tries again where files are behind a link for the moment", async () => {
    const root = tempTree({
      "src/a.ts": "old(1);\n",
      "src/c.ts": "old(3);\n",
      "recipe.yaml": FILES["recipe.yaml"],
    });
    expect(killedRun(root, RUN, { point: "rename", path: "/c\\.ts$" })).toBe(true);
    renameSync(join(root, "src"), join(root, "elsewhere"));
    symlinkSync("elsewhere", join(root, "src"));
    const { code, runs } = await recovery(root);
    expect(code).toBe(1);
    expect(runs[0]?.failure).toContain("src/a.ts is reached through a link");
    rmSync(join(root, "src"));
    renameSync(join(root, "elsewhere"), join(root, "src"));
    expect((await recovery(root)).code).toBe(0);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });
});
