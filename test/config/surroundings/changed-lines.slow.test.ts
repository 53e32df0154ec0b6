import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  tempFolder,
  tempRepository,
  writeTree,
} from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: Not changed. }
rules:
  - { id: changed, when: { touchesChangedLines: true }, verdict: apply, reason: Changed. }
`;

const CONFIG = { "p.yaml": POLICY, "r.yaml": recipeOf([["f($A)", "g($A)"]], "per: match") };
const lines = (...numbers: number[]) => numbers.map((number) => `f(${number});\n`).join("");

/** A repository with the branch `base` and one more commit on `main` that changes the second line of `a.ts`. */
function setUp(): string {
  const root = tempRepository({ ...CONFIG, "a.ts": lines(1, 2, 3) });
  git(root, "branch", "base");
  writeTree(root, { "a.ts": lines(1, 20, 3) });
  commitAll(root);
  return root;
}

/** What each action is about, and the fact. */
async function factsIn(root: string, ...argv: string[]) {
  const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "p.yaml", ...argv]);
  return report.actions.map(({ files, facts }) => [
    `${files[0]?.path} ${/f\((\d+)/.exec(files[0]?.diff.match(/^-f.*$/m)?.[0] ?? "")?.[1]}`,
    facts.touchesChangedLines,
  ]);
}

describe("touchesChangedLines", () => {
  it("is true for edits of lines that changed since the reference, committed or not", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": lines(0, 1, 20, 3) }); // A new line that is not committed moves the others.
    expect(await factsIn(root, "--since", "base")).toEqual([
      ["a.ts 0", true],
      ["a.ts 1", false],
      ["a.ts 20", true],
      ["a.ts 3", false],
    ]);
    expect(await factsIn(root, "--since", "main")).toEqual([
      ["a.ts 0", true],
      ["a.ts 1", false],
      ["a.ts 20", false],
      ["a.ts 3", false],
    ]);
  });

  it("is unknown without a reference", async () => {
    expect((await factsIn(setUp())).map(([, fact]) => fact)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is unknown of a file that git was told not to look at, and the run is refused as not clean", async () => {
    const root = setUp();
    git(root, "update-index", "--assume-unchanged", "a.ts");
    writeTree(root, { "a.ts": lines(5, 20) });
    expect(await factsIn(root, "--since", "base")).toEqual([
      ["a.ts 5", undefined],
      ["a.ts 20", undefined],
    ]);
    const clean = await cli(root, ["run", "r.yaml", "--policy", "apply-all", "--require-clean"]);
    expect([clean.exitCode, clean.stderr]).toEqual([
      2,
      expect.stringContaining("in 1 file: a.ts."),
    ]);
    expect(readText(root, "a.ts")).toBe(lines(5, 20));
  });

  it("counts from the commit in which the branches parted, not from what the other did since", async () => {
    const root = setUp();
    git(root, "checkout", "-q", "base");
    writeTree(root, { "a.ts": lines(100, 2, 3) });
    commitAll(root);
    git(root, "checkout", "-q", "main");
    expect(await factsIn(root, "--since", "base")).toEqual([
      ["a.ts 1", false],
      ["a.ts 20", true],
      ["a.ts 3", false],
    ]);
  });

  it("compares a renamed file with its former name, and takes files without history as new", async () => {
    const root = setUp();
    git(root, "mv", "a.ts", "odd ä\tname.ts");
    writeTree(root, { "staged.ts": lines(7), "untracked.ts": lines(8), "n/no-end.ts": "f(9);" });
    git(root, "add", "staged.ts", "n");
    expect(await factsIn(root, "--since", "base")).toEqual([
      ["n/no-end.ts 9", true],
      ["odd ä\tname.ts 1", false],
      ["odd ä\tname.ts 20", true],
      ["odd ä\tname.ts 3", false],
      ["staged.ts 7", true],
      ["untracked.ts 8", true],
    ]);
  });

  it("does not let settings or attributes of the tree hide a change", async () => {
    const root = setUp();
    writeTree(root, { ".gitattributes": "* -diff\n*.ts diff=odd\n" });
    git(root, "config", "diff.odd.textconv", "false");
    git(root, "config", "diff.noprefix", "true");
    git(root, "config", "diff.interHunkContext", "5");
    git(root, "config", "color.diff", "always");
    git(root, "config", "diff.external", "false");
    expect((await factsIn(root, "--since", "base")).map(([, fact]) => fact)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("is about lines of the root, if that is a folder of the repository", async () => {
    const root = tempRepository({ "a.ts": lines(1, 2), "sub/a.ts": lines(1, 2) });
    writeTree(root, { "a.ts": lines(10, 2), "sub/a.ts": lines(1, 20) });
    for (const [path, text] of Object.entries(CONFIG)) writeTree(root, { [`sub/${path}`]: text });
    expect(await factsIn(join(root, "sub"), "--since", "HEAD")).toEqual([
      ["a.ts 1", false],
      ["a.ts 20", true],
    ]);
  });

  it.each(["preview", "run"])("follows what earlier steps of the same %s did", async (command) => {
    const recipe = `version: 1
steps:
  - id: one
    ast_edit: { per: match, ops: [{ pat: "f($A)", out: "longer($A)" }, { pat: "h()", out: "i()" }] }
  - id: two
    ast_edit: { per: match, ops: [{ pat: "longer($A)", out: "g($A)" }, { pat: "i()", out: "j()" }] }
`;
    const root = tempRepository({
      ...CONFIG,
      "a.ts": `${lines(1, 2, 3)}h();\n`,
      "two.yaml": recipe,
    });
    git(root, "branch", "base");
    writeTree(root, { "a.ts": `${lines(1, 20, 3)}h();\n` });
    const argv = [command, "two.yaml", "--policy", "apply-all", "--since", "base"];
    const { report } = await cliReport(root, argv);
    expect(report.actions.map(({ facts }) => facts.touchesChangedLines)).toEqual([
      ...[false, true, false, false],
      ...[false, true, false, false],
    ]);
  });

  it("decides, in plans too, and a plan is derived again since the same commit", async () => {
    const root = setUp();
    const plan = ["plan", "r.yaml", "--policy", "p.yaml", "--since", "base", "-o", "x.json"];
    await cli(root, plan);
    const { base } = JSON.parse(readText(root, "x.json"));
    expect(base.since).toBe(git(root, "rev-parse", "base").trim());
    git(root, "branch", "-q", "-D", "base");
    const untrusting = await cliReport(root, [
      "apply",
      "x.json",
      "--trust",
      "base",
      "--base",
      "main",
      "--policy",
      "p.yaml",
    ]);
    expect(untrusting.report.outcome).toBe("stale");
    expect(untrusting.report.alerts).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining("Say it with --since REF.") }),
    );
    const { report } = await cliReport(root, ["apply", "x.json", "--verify"]);
    expect(report.outcome).toBe("held");
    expect(readText(root, "a.ts")).toBe("f(1);\ng(20);\nf(3);\n");
  });
});

describe("--since", () => {
  const failing = async (root: string, since: string) => {
    const argv = ["preview", "r.yaml", "--since", since];
    const { exitCode, report } = await cliReport(root, argv);
    const [fault] = report.diagnostics;
    return [exitCode, fault?.code, fault?.message, fault?.hint];
  };

  it("refuses a reference that is not there, and names the command that fetches it", async () => {
    const root = setUp();
    expect(await failing(root, "origin/topic/x")).toEqual([
      2,
      "base-unavailable",
      "The reference origin/topic/x of --since is not in this clone.",
      "Run `git fetch origin +refs/heads/topic/x:refs/remotes/origin/topic/x` first; in a shallow clone with `--unshallow`.",
    ]);
    const missing = "0123456789abcdef0123456789abcdef01234567";
    expect((await failing(root, missing))[3]).toContain(`git fetch origin ${missing}`);
    const odd = await cliReport(root, ["preview", "r.yaml", "--since=--output=x"]);
    expect(odd.report.diagnostics[0]?.message).toContain("is no name of a commit");
  });

  it("refuses histories that have nothing in common, and a folder without a repository", async () => {
    const root = setUp();
    git(root, "checkout", "-q", "--orphan", "other");
    commitAll(root);
    expect((await failing(root, "base"))[2]).toBe(
      "The reference base of --since and HEAD have no commit in common.",
    );
    rmSync(join(root, ".git"), { recursive: true });
    expect((await failing(root, "base"))[2]).toContain("the root is in no git repository");
  });

  it("refuses a shallow clone in which a later common commit may be missing", async () => {
    const origin = setUp();
    git(origin, "checkout", "-q", "base");
    writeTree(origin, { "b.ts": lines(1) });
    commitAll(origin);
    git(origin, "checkout", "-q", "main");
    const clone = (...options: string[]) => {
      const to = join(tempFolder(), "clone");
      const url = pathToFileURL(origin).href;
      execFileSync("git", ["clone", "-q", "--no-single-branch", ...options, url, to]);
      return to;
    };
    const [exitCode, code, message, hint] = await failing(clone("--depth=1"), "origin/base");
    expect([exitCode, code]).toEqual([2, "base-unavailable"]);
    expect(message).toContain("the history of this clone is cut off");
    expect(hint).toContain("git fetch --unshallow origin");
    const deep = clone("--depth=2");
    expect((await factsIn(deep, "--since", "origin/base")).map(([, fact]) => fact)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
