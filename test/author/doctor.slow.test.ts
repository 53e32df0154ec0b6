import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { examineGitVersion } from "../../src/author/doctor/examine-machine.ts";
import type { Finding } from "../../src/author/examine.ts";
import { examined, FILES, PROJECT } from "../support/examined-tree.ts";
import { cli } from "../support/run-cli.ts";
import {
  git,
  setMode,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

function writeHook(root: string, path: string, text: string): void {
  writeTree(root, { [path]: text });
  setMode(root, path, 0o755);
}

describe("sluice doctor", () => {
  it.each<[version: string, state: Finding["state"], told: string]>([
    ["2.30.2", "broken", "2.30.2 is too old: "],
    ["2.31.0", "ok", "2.31.0"],
    ["2.39.5 (Apple Git-154)", "ok", "2.39.5 (Apple Git-154)"],
    ["3.0.0", "ok", "3.0.0"],
    ["own", "note", "Its version is not known: own"],
  ])("git %s is %s", (version, state, told) => {
    const found = examineGitVersion(`git version ${version}\n`);
    expect(found).toMatchObject({ about: "git", state, message: expect.stringContaining(told) });
  });

  it.each<[about: string, files: Readonly<Record<string, string>>, told: RegExp]>([
    [
      "policy",
      { "sluice.policy.yaml": "version: 1\ndefault: {}\n" },
      /^sluice\.policy\.yaml:2:10: Missing key `verdict`/,
    ],
    [
      "recipe",
      {
        "recipes/b.yaml":
          'version: 1\nsteps: [{ ast_edit: { lang: ts, ops: [{ pat: "a(", out: b }] } }]\n',
      },
      /^recipes\/b\.yaml:2:46: /,
    ],
    [
      "project",
      { "sluice.yaml": "version: 1\nrecipes: [nope]\n" },
      /^sluice\.yaml:2:11: There is no recipe/,
    ],
  ])(
    "names a broken %s with its place and a remedy, and ends with 1",
    async (about, files, told) => {
      const { exitCode, of } = await examined(tempTree({ ...FILES, ...files }));
      expect(exitCode).toBe(1);
      expect(of(about).filter(({ state }) => state === "broken")).toEqual([
        {
          about,
          state: "broken",
          message: expect.stringMatching(told),
          remedy: expect.stringContaining("sluice validate "),
        },
      ]);
    },
  );

  it("finds a grammar that is installed beside Sluice", async () => {
    const root = tempTree({ "a.py": "a(1)\n" });
    expect((await examined(root)).of("language")).toHaveLength(1);
    const { of } = await examined(root, [], { ownFolder: PROJECT });
    expect(of("languages")).toMatchObject([{ message: "python (1 file)" }]);
  });

  it.each<[what: string, prepare: (root: string) => void, found: Partial<Finding>]>([
    ["none", () => undefined, { state: "ok", message: expect.stringContaining("No hook") }],
    [
      "one of git",
      (root) => writeHook(root, ".git/hooks/pre-commit", "sluice preview --staged\n"),
      { state: "ok", message: "pre-commit of git calls sluice" },
    ],
    [
      "one of git, which is not executable",
      (root) => writeFileSync(join(root, ".git/hooks/pre-commit"), "sluice preview --staged\n"),
      { state: "note", remedy: expect.stringMatching(/^chmod \+x .*\/hooks\/pre-commit$/) },
    ],
    [
      "one in a folder that an included file of settings names",
      (root) => {
        writeHook(root, "hooks/pre-push", "sluice preview\n");
        writeFileSync(join(root, ".git/more"), "[core]\n\thooksPath = hooks\n");
        git(root, "config", "include.path", "more");
      },
      { state: "ok", message: "pre-push of git calls sluice" },
    ],
    [
      "pre-commit's, which is not installed",
      (root) =>
        writeFileSync(join(root, ".pre-commit-config.yaml"), "hooks: [{ id: sluice-preview }]\n"),
      { state: "note", remedy: "pre-commit install" },
    ],
    [
      "pre-commit's",
      (root) => {
        writeFileSync(join(root, ".pre-commit-config.yaml"), "hooks: [{ id: sluice-run }]\n");
        writeFileSync(join(root, ".git/hooks/pre-commit"), "exec pre-commit hook-impl\n");
      },
      { state: "ok" },
    ],
    [
      "husky's, which is not installed",
      (root) => {
        mkdirSync(join(root, ".husky"));
        writeFileSync(join(root, ".husky/pre-commit"), "npx sluice preview --staged --check\n");
      },
      { state: "note", remedy: "npx husky" },
    ],
    [
      "husky's",
      (root) => {
        mkdirSync(join(root, ".husky/_"), { recursive: true });
        writeFileSync(join(root, ".husky/pre-commit"), "npx sluice preview --staged --check\n");
        git(root, "config", "core.hooksPath", ".husky/_");
      },
      { state: "ok", message: ".husky/pre-commit calls sluice" },
    ],
    [
      "a pipe",
      (root) => symlinkSync("/dev/zero", join(root, ".git/hooks/pre-commit")),
      { state: "ok" },
    ],
  ])("looks for hooks: %s", async (_what, prepare, found) => {
    const root = tempRepository(FILES);
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    prepare(root);
    expect((await examined(root)).of("hooks")).toMatchObject([found]);
  });

  it("looks for hooks in a linked work tree", async () => {
    const root = tempRepository(FILES);
    mkdirSync(join(root, ".git/hooks"), { recursive: true });
    writeHook(root, ".git/hooks/pre-commit", "sluice preview --staged\n");
    const linked = join(tempFolder(), "linked");
    git(root, "worktree", "add", "-q", linked);
    expect((await examined(linked)).of("hooks")).toMatchObject([
      { state: "ok", message: "pre-commit of git calls sluice" },
    ]);
  });

  it("sends to `recover` after a run that was killed", async () => {
    const root = tempTree(FILES);
    await cli(root, ["run", "a", "--policy", "hold-all"]);
    const [id = ""] = readdirSync(join(root, ".sluice/runs"));
    renameSync(join(root, ".sluice/runs", id), join(root, ".sluice/runs", `${id}.open`));
    const { exitCode, of } = await examined(root);
    expect(exitCode).toBe(1);
    expect(of("runs")).toContainEqual(
      expect.objectContaining({ state: "broken", remedy: "sluice recover" }),
    );
  });

  it.each([
    [["--root", "nowhere"], "is not a folder"],
    [["--packages", "nowhere"], "--packages: nowhere has no folder `node_modules`."],
    [["--trust", "al"], "--trust: invalid value `al`."],
  ])("refuses %j", async (argv, told) => {
    const { exitCode, stdout, stderr } = await cli(tempTree({}), ["doctor", ...argv]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(told);
  });

  it("ends when its time is up", async () => {
    const over = AbortSignal.abort();
    const { exitCode, of } = await examined(tempTree(FILES), ["--timeout", "1ms"], {
      after: () => over,
    });
    expect(exitCode).toBe(5);
    expect(of("doctor")).toHaveLength(1);
  });

  it("takes nothing for broken that its end has stopped", async () => {
    const bin = tempTree({ git: "#!/bin/sh\nexec sleep 20\n" });
    setMode(bin, "git", 0o755);
    const { exitCode, of } = await examined(tempRepository(FILES), ["--timeout", "1s"], {
      env: { PATH: `${bin}:${process.env.PATH}` },
      after: () => AbortSignal.timeout(200),
    });
    expect([exitCode, of("git"), of("doctor").length]).toEqual([5, [], 1]);
  });
});
