import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report/report.ts";
import { cli } from "../../support/run-cli.ts";
import {
  git,
  readText,
  setMode,
  type Tree,
  tempRepository,
  tempTree,
  writeTree,
} from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const RECIPE = recipeOf([["f($A)", "g($A)"]], "per: file");

function setUp(files: Tree = {}): string {
  return tempRepository({ "r.yaml": RECIPE, "a.ts": "old();\n", ...files });
}

async function run(root: string, cwd = root) {
  const argv = ["run", "r.yaml", "--staged", "--policy", "apply-all", "--format", "json"];
  const { exitCode, stdout } = await cli(cwd, argv);
  const report = JSON.parse(stdout) as Report;
  const actions = report.actions.map(({ state, files }) => `${state} ${files[0]?.path}`);
  const alerts = report.alerts.map(({ message }) => message).join("\n");
  return { exitCode, actions, alerts, report };
}

const staged = (root: string, path: string) => git(root, "show", `:${path}`);

describe("a staged file is left alone and named, and all others are edited", () => {
  it("if its name is not UTF-8", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(1);\n" });
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/n`), Buffer.of(0xff), Buffer.from(".ts")]),
      "f(2);\n",
    );
    git(root, "add", "--all");
    const { exitCode, actions, alerts } = await run(root);
    expect([exitCode, actions]).toEqual([0, ["applied a.ts"]]);
    expect(alerts).toContain("has a name that is not UTF-8");
  });

  it("if git stores it in another encoding than it checks out", async () => {
    const root = setUp();
    const attributes = "u.ts working-tree-encoding=UTF-16LE\n";
    const text = Buffer.from("f(1);\n", "utf16le");
    writeTree(root, { ".gitattributes": attributes, "u.ts": text, "a.ts": "f(2);\n" });
    git(root, "add", "--all");
    const { exitCode, actions, alerts } = await run(root);
    expect([exitCode, actions]).toEqual([0, ["applied a.ts"]]);
    expect(alerts).toContain("u.ts has another encoding in the work tree");
    expect(staged(root, "u.ts")).toBe("f(1);\n");
  });

  it("if only the staged attributes send it through a filter, and those of the work tree do not", async () => {
    const root = setUp();
    writeTree(root, {
      ".gitattributes": "b.ts filter=odd\n",
      "b.ts": "f(1);\n",
      "a.ts": "f(2);\n",
    });
    git(root, "add", "--all");
    rmSync(join(root, ".gitattributes"));
    const { actions, alerts } = await run(root);
    expect([actions, alerts]).toEqual([
      ["applied a.ts"],
      expect.stringContaining("b.ts goes through"),
    ]);
  });
});

it("a staged file is held that has other line ends in the work tree than git would check out", async () => {
  const root = setUp({ ".gitattributes": "*.ts text eol=crlf\n" });
  writeTree(root, { "a.ts": "f(1);\nb();\r\n" });
  git(root, "add", "a.ts");
  const { exitCode, report } = await run(root);
  expect([exitCode, report.actions[0]?.ruleId]).toEqual([4, "staged"]);
  expect(report.actions[0]?.reason).toContain("a.ts has other bytes in the work tree");
  expect([staged(root, "a.ts"), readText(root, "a.ts")]).toEqual([
    "f(1);\nb();\n",
    "f(1);\nb();\r\n",
  ]);
});

it("nothing is written to a locked index, and the message has what to do, without the seven lines of git", async () => {
  const root = setUp();
  writeTree(root, { "a.ts": "f(1);\n" });
  git(root, "add", "a.ts");
  writeTree(root, { ".git/index.lock": "" });
  const { exitCode, alerts } = await run(root);
  const told = `${join(root, ".git/index.lock")} is there: another git runs, or was killed.`;
  expect([exitCode, alerts]).toEqual([1, expect.stringContaining(told)]);
  expect(alerts).not.toContain("\n");
});

it("a repository with its work tree in another place is refused: nothing would be found in it", async () => {
  const root = setUp();
  const elsewhere = join(root, "elsewhere");
  mkdirSync(elsewhere);
  for (const name of ["r.yaml", "a.ts"]) renameSync(join(root, name), join(elsewhere, name));
  git(root, "config", "core.worktree", elsewhere);
  writeTree(root, { "elsewhere/a.ts": "f(1);\n" });
  git(root, "add", "--all");
  const { exitCode, report } = await run(root, elsewhere);
  expect(exitCode).toBe(2);
  expect(report.diagnostics[0]?.message).toContain(`has its work tree in ${elsewhere}`);
});

it("no scratch tree is left behind if git fails while the run is opened", async () => {
  const root = setUp();
  writeTree(root, { "a.ts": "f(1);\n" });
  git(root, "add", "a.ts");
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const fails = 'case "$*" in *checkout-index*) exit 3;; esac';
  const bin = tempTree({ git: `#!/bin/sh\n${fails}\nexec '${real}' "$@"\n` });
  setMode(bin, "git", 0o755);
  const scratch = () => readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`));
  const before = scratch();
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const { exitCode, stdout } = await cli(root, ["preview", "r.yaml", "--staged"], { env });
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining("What is staged cannot be read")]);
  expect(scratch()).toEqual(before);
});

describe("a repository that is broken gives one line, and nothing is written", () => {
  it.each<[what: string, breakIt: (root: string) => void, exitCode: number, told: string]>([
    ["an index", (root) => writeTree(root, { ".git/index": "garbage" }), 2, "index file smaller"],
    [
      "a blob",
      (root) => {
        const id = git(root, "rev-parse", ":a.ts").trim();
        rmSync(join(root, ".git/objects", id.slice(0, 2), id.slice(2)));
      },
      1,
      "unable to read sha1 file of a.ts",
    ],
  ])("%s", async (_what, breakIt, code, told) => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(1);\n" });
    git(root, "add", "a.ts");
    breakIt(root);
    const { exitCode, stdout, stderr } = await cli(root, [
      "run",
      "r.yaml",
      "--staged",
      "--policy",
      "apply-all",
    ]);
    expect([exitCode, stdout + stderr]).toEqual([code, expect.stringContaining(told)]);
    expect(stdout + stderr).toContain("What is staged cannot be read: ");
    expect(stdout + stderr).not.toMatch(/^ +at /m);
    expect(readText(root, "a.ts")).toBe("f(1);\n");
  });
});
