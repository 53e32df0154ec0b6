import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { asNobody } from "../support/as-nobody.ts";
import { cli } from "../support/run-cli.ts";
import {
  readText,
  setMode,
  snapshot,
  tempFolder,
  tempRepository,
  tempTree,
} from "../support/temp-tree.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const CODE = { "src/a.ts": "debugger;\nf(1);\n", "src/b.js": "g()\ndebugger\n" };
const ALL = ["--github", "--gitlab", "--pre-commit"];
const OTHERS = [
  ".github/workflows/sluice.yml",
  ".gitlab/sluice.yml",
  ".gitlab-ci.yml",
  ".pre-commit-config.yaml",
];

describe("sluice init", () => {
  it.each([
    ["a repository", tempRepository],
    ["a folder outside of git", tempTree],
  ])("makes a project in %s that works at once", async (_where, make) => {
    const root = make(CODE);
    const made = await cli(root, ["init"]);
    expect(made).toEqual({
      exitCode: 0,
      stderr: "",
      stdout:
        "made    recipes/no-debugger.yaml\nmade    sluice.policy.yaml\nmade    sluice.yaml\nNext: sluice preview\n",
    });
    for (const file of ["recipes/no-debugger.yaml", "sluice.policy.yaml", "sluice.yaml"])
      expect(readText(root, file)).toMatch(
        /^# yaml-language-server: \$schema=https:\S+\/v0\.0\.0\/schema\/(recipe|policy|project)\.schema\.json\n/,
      );
    const valid = await cli(root, ["validate"]);
    expect(valid).toMatchObject({
      exitCode: 0,
      stderr: "",
      stdout: "3 files checked, 0 errors.\n",
    });
    expect(await cli(root, ["policy", "test"])).toMatchObject({ exitCode: 0 });
    expect((await cli(root, ["preview", "--check"])).exitCode).toBe(1);
    expect((await cli(root, ["run"])).exitCode).toBe(0);
    for (const file of Object.keys(CODE)) expect(readText(root, file)).not.toContain("debugger");
    expect((await cli(root, ["preview", "--check"])).exitCode).toBe(0);
  });

  it("makes files for GitHub, GitLab and pre-commit, which name the version", async () => {
    const root = tempTree(CODE);
    expect((await cli(root, ["init", ...ALL])).exitCode).toBe(0);
    const [workflow, job, gitlab, hooks] = OTHERS.map((file) => parse(readText(root, file)));
    expect(workflow.permissions).toEqual({ contents: "read" });
    const [checkout, sluice] = workflow.jobs.preview.steps;
    expect(checkout.uses).toMatch(/^actions\/checkout@[0-9a-f]{40}$/);
    expect(sluice).toMatchObject({
      uses: "sluice/sluice@v0.0.0",
      with: { recipes: "no-debugger\n", mode: "preview" },
    });
    expect(job.sluice.script).toEqual(["npx --yes sluice@0.0.0 preview --check"]);
    expect(gitlab).toEqual({ include: [{ local: ".gitlab/sluice.yml" }] });
    expect(hooks.repos[0]).toMatchObject({
      rev: "v0.0.0",
      hooks: [{ id: "sluice-preview" }, { id: "sluice-validate" }],
    });
  });

  it("overwrites nothing, says what it left alone and what to add, and does nothing twice", async () => {
    const own = Object.fromEntries(
      [...OTHERS, "sluice.yaml", "sluice.policy.yaml"].map((file) => [file, `# mine ${file}\n`]),
    );
    const root = tempTree({ ...CODE, ...own });
    const { exitCode, stdout } = await cli(root, ["init", ...ALL]);
    expect(exitCode).toBe(0);
    expect(stdout.match(/^kept .*$/gm)).toHaveLength(6);
    expect(stdout).toContain("kept    sluice.yaml (it is there already, and stays as it is)\n");
    expect(stdout).toContain("Add to `include` of .gitlab-ci.yml: { local: .gitlab/sluice.yml }\n");
    expect(stdout).toContain("Add to `repos` of .pre-commit-config.yaml:\n");
    for (const [file, text] of Object.entries(own)) expect(readText(root, file)).toBe(text);
    const before = snapshot(root);
    const again = await cli(root, ["init", ...ALL, "--format", "json"]);
    const { files } = JSON.parse(again.stdout);
    expect(new Set(files.map(({ state }: { state: string }) => state))).toEqual(new Set(["kept"]));
    expect(snapshot(root)).toEqual(before);
  });

  it("takes the recipes of the tree that run without inputs, and none with a strange name", async () => {
    const recipe = 'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]\n';
    const root = tempTree({
      "recipes/mine.yaml": recipe,
      "recipes/wants.yaml": `version: 1\ninputs: { x: { required: true } }\nsteps: [{ ast_edit: { ops: [{ pat: "\${{ inputs.x }}", out: b }] } }]\n`,
      "recipes/a\n      evil.yaml": recipe,
      "recipes/broken.yaml": "version: 9\n",
    });
    const { stdout } = await cli(root, ["init", "--github"]);
    expect(stdout).not.toContain("recipes/");
    expect(parse(readText(root, "sluice.yaml")).recipes).toEqual(["mine"]);
    expect(readText(root, OTHERS[0] ?? "")).not.toContain("evil");
  });

  it.each([
    ["a repository", tempRepository],
    ["a folder outside of git", tempTree],
  ])(
    "makes an example of Python where most of the code is, if its grammar is there: in %s",
    async (_where, make) => {
      const root = make({ "a.py": "x == None\n" });
      await cli(root, ["init"], { ownFolder: PROJECT });
      expect(parse(readText(root, "sluice.yaml")).recipes).toEqual(["is-none"]);
      expect(parse(readText(root, "recipes/is-none.yaml")).parens).toBe("auto");
      expect((await cli(root, ["run"], { ownFolder: PROJECT })).exitCode).toBe(0);
      expect(readText(root, "a.py")).toBe("x is None\n");
    },
  );

  it("says that the example finds nothing where no code is of its language", async () => {
    const { exitCode, stdout } = await cli(tempTree({ "a.go": "package a\n" }), ["init"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("example for JavaScript, and no file here is");
  });

  it("makes an example whose edits `safe` holds where they would change the meaning", async () => {
    const text = "if (a) debugger;\nb();\n";
    const root = tempTree({ "a.js": text });
    await cli(root, ["init"]);
    const { exitCode, stdout } = await cli(root, ["run"]);
    expect(exitCode).toBe(4);
    expect(stdout).toContain("Code that no pattern names would be lost: a.js:1 `debugger;`.");
    expect(readText(root, "a.js")).toBe(text);
  });

  it("leaves links alone, and writes through none that leads out of the root", async () => {
    const outside = tempFolder();
    const root = tempTree(CODE);
    symlinkSync("/nowhere/else", join(root, "sluice.yaml"));
    symlinkSync(outside, join(root, "recipes"));
    const { exitCode, stdout } = await cli(root, ["init"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed {2}recipes\/no-debugger\.yaml: it /m);
    expect(stdout).toContain("kept    sluice.yaml");
    expect(snapshot(outside)).toEqual({});
  });

  it("says that a folder is read-only, and leaves nothing half made", async () => {
    const root = tempTree({ "src/a.js": "" });
    setMode(root, ".", 0o555);
    const { exitCode, stdout } = await asNobody(root, () => cli(root, ["init"]));
    expect(exitCode).toBe(1);
    expect(stdout.match(/^failed .*(EACCES|permission)/gm)).toHaveLength(3);
    setMode(root, ".", 0o755);
    expect(Object.keys(snapshot(root))).toEqual(["src/a.js"]);
  });

  it("tells of a file in the way of a folder, and makes the others", async () => {
    const root = tempTree({ ...CODE, recipes: "a file\n" });
    const { exitCode, stdout } = await cli(root, ["init"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed {2}recipes\/no-debugger\.yaml: /m);
    expect(stdout).toContain("made    sluice.policy.yaml\n");
  });

  it.each([
    [["--root", "nowhere"], "is not a folder"],
    [["--root", ".git"], ".git"],
    [["--from", "eslint"], "--from: invalid value `eslint`."],
    [["more"], "more"],
  ])("refuses %j and makes nothing", async (argv, told) => {
    const root = tempTree(CODE);
    const before = snapshot(root);
    const { exitCode, stderr } = await cli(root, ["init", ...argv]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
    expect(snapshot(root)).toEqual(before);
  });
});

const FIX = "id: swap\nlanguage: TypeScript\nrule: { pattern: 'a($A)' }\nfix: b($A)\n";
const LINT = "id: lint\nlanguage: TypeScript\nrule: { pattern: 'eval($A)' }\n";

describe("sluice init --from ast-grep", () => {
  it("makes a recipe for each rule folder that works at once, and leaves out rules without a fix", async () => {
    const root = tempTree({
      "sgconfig.yml":
        "ruleDirs: [rules, lint/js]\nlanguageGlobs: { html: ['*.vue'], klingon: ['*.k'] }\ntestConfigs: [{ testDir: t }]\n",
      "rules/swap.yml": FIX,
      "lint/js/swap.yaml": FIX.replace("a(", "c("),
      "lint/js/lint.yml": LINT,
      "lint/js/hs.yml": FIX.replace("TypeScript", "Haskell"),
      "src/a.ts": "a(1);\nc(2);\nfunction b() {}\n",
    });
    const { exitCode, stdout, stderr } = await cli(root, ["init", "--from", "ast-grep"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain(
      "made    recipes/ast-grep-rules.yaml\nmade    recipes/ast-grep-lint-js.yaml\n",
    );
    expect(stdout).toContain(
      "lint/js/lint.yml is left out: The rule `lint` has no `fix`, so it would change nothing.",
    );
    expect(stdout).toContain("lint/js/hs.yml is left out: ");
    expect(parse(readText(root, "recipes/ast-grep-rules.yaml"))).toMatchObject({
      parens: "auto",
      languageGlobs: { html: ["*.vue"] },
      steps: [{ ast_edit: { rules: ["rules/**"] } }],
    });
    expect(parse(readText(root, "recipes/ast-grep-lint-js.yaml")).steps[0].ast_edit.rules).toEqual([
      "lint/js/swap.yaml",
    ]);
    expect((await cli(root, ["validate"])).exitCode).toBe(0);
    expect((await cli(root, ["run"])).exitCode).toBe(0);
    expect(readText(root, "src/a.ts")).toBe("b(1);\nb(2);\nfunction b() {}\n");
  });

  it.each<[what: string, files: Readonly<Record<string, string>>, told: string]>([
    ["missing", {}, "There is no sgconfig.yml in the root."],
    ["no YAML", { "sgconfig.yml": "ruleDirs: [" }, "sgconfig.yml:1:"],
    ["without rule folders", { "sgconfig.yml": "utilDirs: [u]\n" }, "Missing key `ruleDirs`"],
    ["of another shape", { "sgconfig.yml": "ruleDirs: { a: b }\n" }, "`ruleDirs` must be a list"],
    [
      "with folders outside of the root",
      { "sgconfig.yml": 'ruleDirs: ["../x", "/etc", "C:\\\\x"]\n' },
      "`../x` leaves the root",
    ],
    [
      "with a folder that is not there",
      { "sgconfig.yml": "ruleDirs: [nope]\n" },
      "there is no folder `nope` below the root",
    ],
    [
      "with only rules without a fix",
      { "sgconfig.yml": "ruleDirs: [r]\n", "r/a.yml": LINT },
      "r/a.yml is left out",
    ],
    [
      "with a rule that is broken",
      { "sgconfig.yml": "ruleDirs: [r]\n", "r/a.yml": "id: [\n" },
      "r/a.yml is left out",
    ],
    [
      "a bomb",
      {
        "sgconfig.yml": `a: &a [1]\n${Array.from({ length: 2000 }, (_, i) => `b${i}: *a`).join("\n")}\n`,
      },
      "sgconfig.yml",
    ],
    [
      "huge",
      { "sgconfig.yml": `ruleDirs: [r]\n#${"x".repeat(2 * 1024 * 1024)}\n` },
      "sgconfig.yml",
    ],
    [
      "with too many folders",
      { "sgconfig.yml": `ruleDirs: [${Array.from({ length: 101 }, (_, i) => `r${i}`)}]\n` },
      "must have at most 100 entries",
    ],
  ])("refuses an sgconfig.yml that is %s, and makes nothing", async (_what, files, told) => {
    const root = tempTree({ ...files, "a.ts": "" });
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await cli(root, ["init", "--from", "ast-grep"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(told);
    expect(snapshot(root)).toEqual(before);
  });

  it("makes one recipe of a folder that is named twice", async () => {
    const root = tempTree({ "sgconfig.yml": "ruleDirs: [r, ./r/]\n", "r/a.yml": FIX });
    const { stdout } = await cli(root, ["init", "--from", "ast-grep"]);
    expect(stdout.match(/recipes\/.*/g)).toEqual(["recipes/ast-grep-r.yaml"]);
  });

  it("follows no link out of the root", async () => {
    const outside = tempTree({ "a.yml": FIX, "sgconfig.yml": "ruleDirs: [r]\n" });
    const root = tempTree({ "sgconfig.yml": "ruleDirs: [r]\n" });
    symlinkSync(outside, join(root, "r"));
    expect((await cli(root, ["init", "--from", "ast-grep"])).exitCode).toBe(2);
    const other = tempTree({});
    symlinkSync(join(outside, "sgconfig.yml"), join(other, "sgconfig.yml"));
    expect((await cli(other, ["init", "--from", "ast-grep"])).exitCode).toBe(2);
  });
});
