import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  examineGitVersion,
  OLDEST_GIT,
  OLDEST_NODE,
} from "../../src/author/doctor/examine-machine.ts";
import type { Finding } from "../../src/author/examine.ts";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import { cli } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  setMode,
  snapshot,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const POLICY = "version: 1\ndefault: { verdict: hold, reason: Because. }\n";
const RECIPE = 'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]\n';
const FILES = { "sluice.policy.yaml": POLICY, "recipes/a.yaml": RECIPE, "src/a.ts": "a(1);\n" };

function writeHook(root: string, path: string, text: string): void {
  writeTree(root, { [path]: text });
  setMode(root, path, 0o755);
}

/** What the doctor finds, by what it is about. */
async function examined(
  root: string,
  argv: readonly string[] = [],
  more: Partial<CliWorld> = {},
): Promise<{ exitCode: number; of: (about: string) => readonly Finding[] }> {
  const shown = await cli(root, ["doctor", "--format", "json", ...argv], more);
  expect(shown.stderr).toBe("");
  const product = JSON.parse(shown.stdout);
  expect(product).toMatchObject({ formatVersion: "1.0", exitCode: shown.exitCode });
  const findings: readonly Finding[] = product.findings;
  for (const { state, remedy } of findings) if (state !== "ok") expect(remedy).toMatch(/\S/);
  return {
    exitCode: shown.exitCode,
    of: (about) => findings.filter((finding) => finding.about === about),
  };
}

describe("sluice doctor", () => {
  it("finds everything in order, writes nothing and ends with 0", async () => {
    const root = tempRepository(FILES);
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await cli(root, ["doctor"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines.at(-2)).toBe("0 broken, 0 notes.");
    expect(lines).toContain(`ok      node        ${process.version}`);
    expect(lines).toContain("ok      recipes     1 recipe of the tree; `sluice list` shows all");
    expect(lines).toContain("ok      policy      sluice.policy.yaml");
    expect(lines).toContain("ok      languages   typescript (1 file)");
    expect(snapshot(root)).toEqual(before);
    const quiet = await cli(root, ["doctor", "--quiet"]);
    expect(quiet.stdout).toBe("0 broken, 0 notes.\n");
  });

  it("wants the Node of package.json", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    expect(manifest.engines.node).toBe(`>=${OLDEST_NODE}`);
  });

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

  it("names the oldest git with what to do, ends with 1, and the documents name the same", async () => {
    const bin = tempTree({ git: "#!/bin/sh\necho git version 2.30.2\n" });
    setMode(bin, "git", 0o755);
    const { exitCode, of } = await examined(tempTree({}), [], { env: { PATH: bin } });
    const remedy = `Install git ${OLDEST_GIT} or newer.`;
    expect([exitCode, of("git")]).toMatchObject([1, [{ state: "broken", remedy }]]);
    for (const page of ["README.md", "docs/getting-started.md", "docs/trust.md"])
      expect(readText(PROJECT, page)).toMatch(new RegExp(`(git|Before) ${OLDEST_GIT}\\b`));
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

  it("notes what is missing and ends with 0: a policy, a repository, a grammar", async () => {
    const { exitCode, of } = await examined(tempTree({ "a.hs": "main = 1\n", "b.hs": "" }));
    expect(exitCode).toBe(0);
    expect(of("policy")).toMatchObject([
      { state: "note", remedy: "sluice init, or --policy safe" },
    ]);
    expect(of("repository")).toMatchObject([{ state: "note", remedy: "git init" }]);
    expect(of("language")).toMatchObject([
      {
        state: "note",
        message: "haskell: 2 files, and no grammar",
        remedy: expect.stringContaining("npm install --save-dev @ast-grep/lang-haskell"),
      },
    ]);
  });

  it("takes the policy that sluice.yaml names for the policy", async () => {
    const project = "version: 1\nrecipes: [a]\npolicy: safe\n";
    const { "sluice.policy.yaml": _policy, ...files } = FILES;
    const { exitCode, of } = await examined(tempTree({ ...files, "sluice.yaml": project }));
    expect(exitCode).toBe(0);
    expect(of("policy")).toEqual([{ about: "policy", state: "ok", message: "safe" }]);
  });

  it("finds a grammar that is installed beside Sluice", async () => {
    const root = tempTree({ "a.py": "a(1)\n" });
    expect((await examined(root)).of("language")).toHaveLength(1);
    const { of } = await examined(root, [], { ownFolder: PROJECT });
    expect(of("languages")).toMatchObject([{ message: "python (1 file)" }]);
  });

  it("runs nothing of the tree: no hook, no git of it, no package", async () => {
    const bad = "#!/bin/sh\ntouch hacked\n";
    const root = tempRepository({
      ...FILES,
      "a.hs": "",
      "node_modules/.bin/git": bad,
      "node_modules/@ast-grep/lang-haskell/package.json": '{"main":"index.js"}',
      "node_modules/@ast-grep/lang-haskell/index.js": "require('fs').writeFileSync('hacked', '')",
      "hooks/pre-commit": bad,
      "tools/a.mjs": "import 'node:fs'; throw 1",
      "recipes/c.yaml": `${RECIPE}tools: [tools/a.mjs]\nhooks: [{ run: [sh, -c, touch hacked] }]\n`,
    });
    git(root, "config", "core.hooksPath", "hooks");
    git(root, "config", "core.fsmonitor", "touch hacked");
    const env = { PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
    const before = snapshot(root);
    const { of } = await examined(root, [], { env });
    expect(of("git")).toMatchObject([{ state: "ok" }]);
    expect(of("language")).toMatchObject([{ state: "note" }]);
    expect(snapshot(root)).toEqual(before);
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

  it("counts held actions, and says where they are", async () => {
    const root = tempTree(FILES);
    expect((await cli(root, ["run", "a", "--policy", "hold-all"])).exitCode).toBe(4);
    const { exitCode, of } = await examined(root);
    expect(exitCode).toBe(0);
    expect(of("runs")).toContainEqual(
      expect.objectContaining({
        state: "note",
        message: "1 action held for a person.",
        remedy: "sluice runs",
      }),
    );
  });

  it("does not believe runs that a repository brings", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["run", "a", "--policy", "hold-all"]);
    rmSync(join(root, ".sluice/.gitignore"));
    commitAll(root);
    expect((await examined(root)).of("runs")).toContainEqual(
      expect.objectContaining({ state: "note", remedy: "git rm -r --cached .sluice" }),
    );
  });

  it("says that the trust of a pull request cannot be had", async () => {
    const root = tempTree(FILES);
    const { exitCode, of } = await examined(root, ["--trust", "base", "--base", "nope"]);
    expect(exitCode).toBe(1);
    expect(of("trust")).toMatchObject([{ state: "broken" }]);
    expect(of("recipes")).toEqual([]);
  });

  it("says that a git folder is broken, and that git is missing", async () => {
    const root = tempTree({ ...FILES, ".git": "gitdir: /nowhere\n" });
    expect((await examined(root)).exitCode).toBe(1);
    const { exitCode, of } = await examined(tempRepository(FILES), [], {
      env: { PATH: tempFolder() },
    });
    expect(exitCode).toBe(1);
    expect(of("git")).toMatchObject([{ state: "broken", remedy: "Install git." }]);
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
