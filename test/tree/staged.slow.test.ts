import { existsSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { heal, onDiskChange } from "../support/fault-hook.ts";
import { cli } from "../support/run-cli.ts";
import { FAR, previewed, RECIPE, run, setUp, staged } from "../support/staged-tree.ts";
import { commitAll, git, readText, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("what is staged", () => {
  it("is held if the file is gone from the work tree, or is a link there", async () => {
    const root = setUp({ "b.ts": "old();\n" });
    writeTree(root, { "a.ts": "f(1);\n", "b.ts": "f(2);\n" });
    git(root, "add", "--all");
    rmSync(join(root, "a.ts"));
    rmSync(join(root, "b.ts"));
    symlinkSync("r.yaml", join(root, "b.ts"));
    const { exitCode, actions } = await run(root);
    expect([exitCode, actions]).toEqual([4, ["held a.ts", "held b.ts"]]);
    expect([staged(root, "a.ts"), readText(root, "r.yaml")]).toEqual(["f(1);\n", RECIPE]);
  });

  it("may be edited already in the work tree: then only the index changes", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(1);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "g(1);\n" });
    expect((await run(root)).exitCode).toBe(0);
    expect([staged(root, "a.ts"), readText(root, "a.ts")]).toEqual(["g(1);\n", "g(1);\n"]);
  });

  it("is new, renamed, or on a branch without a commit; what is only to be added later is not", async () => {
    const root = setUp({ "was.ts": `f(1);\n${FAR}` });
    writeTree(root, { "new.ts": "f(2);\n", "later.ts": "f(3);\n", "untracked.ts": "f(4);\n" });
    renameSync(join(root, "was.ts"), join(root, "is.ts"));
    git(root, "add", "new.ts", "is.ts", "was.ts");
    git(root, "add", "--intent-to-add", "later.ts");
    expect((await run(root)).actions).toEqual(["applied is.ts", "applied new.ts"]);
    expect(git(root, "status", "--porcelain")).toBe(
      "A  is.ts\n A later.ts\nA  new.ts\nD  was.ts\n?? untracked.ts\n".replace(
        "A  is.ts\n A later.ts\nA  new.ts\nD  was.ts\n",
        git(root, "status", "--porcelain").replace("?? untracked.ts\n", ""),
      ),
    );
    expect([staged(root, "new.ts"), readText(root, "later.ts")]).toEqual(["g(2);\n", "f(3);\n"]);
    git(root, "checkout", "-q", "--orphan", "fresh");
    writeTree(root, { "new.ts": "f(5);\n" });
    git(root, "add", "new.ts");
    expect((await run(root)).actions).toEqual(["applied new.ts"]);
    expect(staged(root, "new.ts")).toBe("g(5);\n");
  });

  it("has line ends as git would check them out, and they stay", async () => {
    const root = setUp({ ".gitattributes": "*.ts text eol=crlf\n" });
    git(root, "config", "core.autocrlf", "false");
    writeTree(root, { "a.ts": "f(1);\r\nb();\r\n" });
    git(root, "add", "a.ts");
    expect((await run(root)).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("g(1);\r\nb();\r\n");
    expect(staged(root, "a.ts")).toBe("g(1);\nb();\n");
    expect(git(root, "status", "--porcelain")).toBe("M  a.ts\n");
  });

  it("is edited where the work tree has other line ends and other changes, or was written by a killed run", async () => {
    const root = setUp();
    git(root, "config", "core.autocrlf", "true");
    writeTree(root, { "a.ts": "f(1);\nx();\n", "b.ts": `f(1);\n${FAR}` });
    git(root, "add", "a.ts", "b.ts");
    writeTree(root, { "a.ts": "g(1);\nx();\n", "b.ts": `f(1);\n${FAR}own();\n` });
    expect((await run(root)).actions).toEqual(["applied a.ts", "applied b.ts"]);
    expect([staged(root, "a.ts"), staged(root, "b.ts")]).toEqual([
      "g(1);\nx();\n",
      `g(1);\n${FAR}`,
    ]);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      "g(1);\nx();\n",
      `g(1);\n${FAR}own();\n`,
    ]);
  });

  it("is not converted back and forth: with core.autocrlf a file of the work tree keeps its own line ends", async () => {
    const root = setUp();
    git(root, "config", "core.autocrlf", "true");
    writeTree(root, { "a.ts": "f(1);\nb();\n" });
    git(root, "add", "a.ts");
    expect((await run(root)).exitCode).toBe(0);
    expect([readText(root, "a.ts"), staged(root, "a.ts")]).toEqual([
      "g(1);\nb();\n",
      "g(1);\nb();\n",
    ]);
  });

  it("goes through a filter: it is left alone, and named", async () => {
    const root = setUp({ ".gitattributes": "*.ts filter=odd\n" });
    git(root, "config", "filter.odd.clean", "touch ran; cat");
    git(root, "config", "filter.odd.smudge", "touch ran; cat");
    writeTree(root, { "b.ts": "f(1);\n" });
    git(root, "-c", "filter.odd.clean=cat", "add", "b.ts");
    rmSync(join(root, "ran"), { force: true });
    const { exitCode, actions, report } = await run(root);
    expect([exitCode, actions]).toEqual([0, []]);
    expect(JSON.stringify(report.alerts)).toContain("b.ts goes through a filter of git");
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  it("is searched in a folder of the repository, as in all of it", async () => {
    const root = setUp({ "src/c.ts": "old();\n" });
    writeTree(root, { "a.ts": "f(1);\n", "src/c.ts": "f(2);\n" });
    git(root, "add", "--all");
    const argv = ["run", "../r.yaml", "--staged", "--policy", "apply-all"];
    expect((await cli(join(root, "src"), argv)).exitCode).toBe(0);
    expect([staged(root, "src/c.ts"), staged(root, "a.ts")]).toEqual(["g(2);\n", "f(1);\n"]);
  });

  it("is found by a hook that went into a folder: git names the index from the top of the work tree", async () => {
    const root = setUp({ "src/c.ts": "old();\n" });
    writeTree(root, { "src/c.ts": "f(2);\n" });
    git(root, "add", "--all");
    const argv = ["preview", "../r.yaml", "--staged", "--check"];
    const named = { GIT_INDEX_FILE: ".git/index", GIT_PREFIX: "", PATH: process.env.PATH };
    const more = [{}, { GIT_DIR: join(root, ".git"), GIT_WORK_TREE: root }];
    for (const variables of more) {
      const env = { ...named, ...variables };
      expect((await cli(join(root, "src"), argv, { env })).exitCode).toBe(1);
    }
  });

  it("keeps all else that is staged, and what other options leave out", async () => {
    const root = setUp({ "b.ts": "old();\n", "c.md": "old\n" });
    writeTree(root, { "a.ts": "f(1);\n", "b.ts": "f(2);\n", "c.md": "new\n" });
    git(root, "add", "--all");
    writeTree(root, { "c.md": "newer\n" });
    expect((await run(root, "--", "a.ts")).actions).toEqual(["applied a.ts"]);
    expect([staged(root, "b.ts"), staged(root, "c.md"), readText(root, "c.md")]).toEqual([
      "f(2);\n",
      "new\n",
      "newer\n",
    ]);
    expect(git(root, "status", "--porcelain")).toBe("M  a.ts\nM  b.ts\nMM c.md\n");
  });

  it("and a recipe that names a file or folder that is not staged finds nothing there", async () => {
    const root = setUp({ "src/c.ts": "old();\n" });
    writeTree(root, { "r.yaml": recipeOf([["f($A)", "g($A)"]], "paths: [src/c.ts, src]") });
    commitAll(root);
    writeTree(root, { "a.ts": "f(1);\n" });
    git(root, "add", "a.ts");
    const { exitCode, report } = await previewed(root);
    const alerts = report.alerts.map(({ code }) => code);
    expect([exitCode, report.actions, alerts]).toEqual([0, [], ["no-replacements"]]);
  });

  it("has the facts of the index: lines that are staged, files with changes beside it", async () => {
    const far = "x();\n".repeat(8);
    const root = setUp({ "a.ts": `f(0);\n${far}`, "b.ts": "old();\n" });
    writeTree(root, { "a.ts": `f(0);\n${far}f(1);\n`, "b.ts": "f(2);\n" });
    writeTree(root, { "r.yaml": recipeOf([["f($A)", "g($A)"]], "per: match") });
    git(root, "add", "a.ts", "b.ts");
    writeTree(root, { "a.ts": `f(0);\n${far}f(1);\n${far}more();\n` });
    const { report } = await previewed(root, "--facts", "all");
    const facts = report.actions.map(({ facts }) => [facts.touchesChangedLines, facts.dirtyFiles]);
    expect(facts).toEqual([
      [false, ["a.ts"]],
      [true, ["a.ts"]],
      [true, []],
    ]);
  });

  it("was staged again meanwhile, or the index is locked: nothing is written", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": "f(1);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { ".git/index.lock": "" });
    const { exitCode, actions } = await run(root);
    expect([exitCode, actions]).toEqual([1, ["failed a.ts"]]);
    expect([staged(root, "a.ts"), readText(root, "a.ts")]).toEqual(["f(1);\n", "f(1);\n"]);
  });

  it("cannot be changed, and another process has changed a file meanwhile: only that one keeps its edit", async () => {
    const root = setUp();
    writeTree(root, { "a.ts": `f(1);\n${FAR}`, "b.ts": "f(2);\n" });
    git(root, "add", "--all");
    onDiskChange((point, path) => {
      if (point !== "rename" || !path.endsWith("b.ts")) return;
      heal();
      writeTree(root, { "a.ts": `g(1);\n${FAR}own();\n`, ".git/index.lock": "" });
    });
    const { exitCode, actions, report } = await run(root);
    heal();
    expect([exitCode, actions]).toEqual([1, ["failed a.ts", "failed b.ts"]]);
    const [message] = report.alerts.map((alert) => alert.message);
    expect(message).toContain("could not be put back in the work tree: a.ts has changed");
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      `g(1);\n${FAR}own();\n`,
      "f(2);\n",
    ]);
    expect([staged(root, "a.ts"), staged(root, "b.ts")]).toEqual([`f(1);\n${FAR}`, "f(2);\n"]);
  });
});

describe("a run on what is staged is refused", () => {
  it.each([
    ["a plan", "plan", ["-o", "p.json"], {}, "A plan is about the work tree"],
    [
      "checks",
      "run",
      ["--policy", "p.yaml"],
      {
        "p.yaml":
          "version: 1\ndefault: { verdict: hold, reason: r. }\nchecks: { c: { run: ['true'] } }\n" +
          "rules: [{ id: a, when: {}, verdict: apply, reason: r., checks: [c] }]\n",
      },
      "checks of the policy would look at the work tree",
    ],
    [
      "commits",
      "run",
      ["--policy", "p.yaml"],
      { "p.yaml": "version: 1\ndefault: { verdict: hold, reason: r. }\ncommits: { per: run }\n" },
      "The policy makes commits",
    ],
  ])("%s", async (_what, command, argv, files, message) => {
    const root = setUp(files as Record<string, string>);
    const { exitCode, stderr } = await cli(root, [
      command,
      "r.yaml",
      "--staged",
      ...(command === "plan" ? ["--policy", "apply-all"] : []),
      ...argv,
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
