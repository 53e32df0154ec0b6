import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  git,
  readText,
  snapshot,
  type Tree,
  tempRepository,
  writeTree,
} from "../support/temp-tree.ts";

const TREE = {
  "src/a.ts": "export const a = 1;\n\n\n\n\n\n\n\n\nexport const b = 2;\n",
  "docs/b.md": "one\n",
};

/** A repository, and the patch that leads from it to other texts of its files, or new ones. */
function proposed(after: Tree): { readonly root: string; readonly patch: string } {
  const root = tempRepository(TREE);
  writeTree(root, after);
  git(root, "add", "-A");
  const patch = git(root, "diff", "--cached", "HEAD");
  git(root, "reset", "-q", "--hard");
  return { root, patch };
}

const stdin = (text: string) => ({ standardInput: () => Readable.from([Buffer.from(text)]) });
const APPLY = ["--policy", "apply-all"];

describe("a proposal of somebody else", () => {
  it("is previewed, decided by file, applied, and taken back, as the change of a model (V2, V3)", async () => {
    const after = { "src/a.ts": TREE["src/a.ts"].replace("a = 1", "a = 3"), "new/c.txt": "c\n" };
    const { root, patch } = proposed({ ...after });
    const before = snapshot(root);
    const previewed = await cliReport(root, ["propose", "-", "--dry-run"], stdin(patch));
    expect(previewed.report.actions.map(({ facts }) => facts)).toMatchObject([
      { files: ["new/c.txt"], newFiles: ["new/c.txt"], fromModel: true, tool: "patch" },
      { files: ["src/a.ts"], additions: 1, deletions: 1, fromModel: true, recipe: "propose" },
    ]);
    expect(snapshot(root)).toEqual(before);
    const ran = await cli(root, ["propose", "-", ...APPLY], stdin(patch));
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readText(root, "src/a.ts")).toBe(after["src/a.ts"]);
    await cli(root, ["undo", "last"]);
    expect(readText(root, "src/a.ts")).toBe(TREE["src/a.ts"]);
  });

  it("is that of a person or a tool only if the caller says so (V2)", async () => {
    const { root, patch } = proposed({ "docs/b.md": "two\n" });
    for (const by of ["person", "tool", "model"]) {
      const argv = ["propose", "-", "--dry-run", "--by", by];
      const { report } = await cliReport(root, argv, stdin(patch));
      expect(report.actions[0]?.facts.fromModel).toBe(by === "model");
    }
  });

  it("is decided hunk by hunk, and each is applied without the others", async () => {
    const text = TREE["src/a.ts"].replace("a = 1", "a = 3").replace("b = 2", "b = 4");
    const { root, patch } = proposed({ "src/a.ts": text });
    const { report } = await cliReport(
      root,
      ["propose", "-", "--per", "hunk", "--dry-run"],
      stdin(patch),
    );
    expect(
      report.actions.map(({ facts: { files, replacements } }) => [files, replacements]),
    ).toEqual([
      [["src/a.ts"], 1],
      [["src/a.ts"], 1],
    ]);
  });

  it("is a plan that is applied where its files are as they were, and refused elsewhere", async () => {
    const { root, patch } = proposed({ "docs/b.md": "two\n" });
    const planned = await cli(root, ["propose", "-", ...APPLY, "-o", "plan.json"], stdin(patch));
    expect(planned.exitCode).toBe(0);
    expect((await cli(root, ["apply", "plan.json"])).exitCode).toBe(0);
    expect(readText(root, "docs/b.md")).toBe("two\n");
    expect((await cli(root, ["apply", "plan.json"])).exitCode).not.toBe(0);
  });

  it("of a step is a file of the tree, in the scope, and told as that of a model", async () => {
    const { patch } = proposed({ "docs/b.md": "two\n" });
    const recipe = (keys: string) =>
      tempRepository({
        ...TREE,
        "fix.patch": patch,
        "r.yaml": `version: 1\nsteps:\n  - { patch: fix.patch${keys} }\n`,
      });
    const { report } = await cliReport(recipe(""), ["preview", "r.yaml"]);
    expect(report.actions[0]?.facts).toMatchObject({ files: ["docs/b.md"], fromModel: true });
    const other = await cliReport(recipe(", paths: [src]"), ["preview", "r.yaml"]);
    expect(other.report.actions).toEqual([]);
    expect(other.report.alerts).toMatchObject([{ code: "patch-left" }]);
  });

  it.each([
    ["an absolute path", "/etc/passwd"],
    ["a way out of the root", "../x.txt"],
    ["a file of git", ".git/config"],
  ])("is refused whole for %s", async (_what, path) => {
    const patch = `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n--- a/docs/b.md\n+++ b/docs/b.md\n@@ -1 +1 @@\n-one\n+two\n`;
    const root = tempRepository(TREE);
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await cli(root, ["propose", "-", ...APPLY], stdin(patch));
    expect({ exitCode, text: stdout + stderr }).toEqual({
      exitCode: 1,
      text: expect.stringContaining("refused as a whole"),
    });
    expect(snapshot(root)).toEqual(before);
  });

  it("is refused whole if it names one file in two ways", async () => {
    const part = (path: string, text: string) =>
      `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-one\n+${text}\n`;
    const root = tempRepository(TREE);
    const patch = part("docs/b.md", "two") + part("./docs/b.md", "three");
    const { exitCode, stdout } = await cli(root, ["propose", "-", ...APPLY], stdin(patch));
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout: expect.stringContaining("is the file that is also named docs/b.md"),
    });
  });

  it("that is none is exit 2 or 1, with the reason, and nothing is written", async () => {
    const root = tempRepository(TREE);
    const missing = await cli(root, ["propose", "nothing.patch", ...APPLY]);
    expect(missing).toMatchObject({ exitCode: 2 });
    expect(missing.stdout + missing.stderr).toContain("does not exist");
    const empty = await cli(root, ["propose", "-", ...APPLY], stdin("hello\n"));
    expect(empty.exitCode).toBe(1);
    expect(empty.stdout + empty.stderr).toContain("is no patch");
    const words = await cli(root, ["propose", "a", "b"]);
    expect(words).toMatchObject({ exitCode: 2 });
  });
});

describe("what a program or a model of a step proposes", () => {
  it("is `fromModel` if the recipe says `by: model`, and nothing says the contrary", async () => {
    const tool = `export default (pi) => ({ name: "t", description: "t", parameters: { type: "object" },
  execute: async () => { await pi.proposeText("docs/b.md", "two\\n"); } });\n`;
    const recipe = (by: string) =>
      `version: 1\ntools: [t.mjs]\nsteps:\n  - { tool: t, with: {}${by} }\n`;
    for (const [by, fromModel] of [
      ["", false],
      [", by: model", true],
    ] as const) {
      const root = tempRepository({ ...TREE, "t.mjs": tool, "r.yaml": recipe(by) });
      const { report } = await cliReport(root, ["preview", "r.yaml", "--allow-code"]);
      expect(report.actions[0]?.facts.fromModel).toBe(fromModel);
    }
    const root = tempRepository({ ...TREE, "t.mjs": tool, "r.yaml": recipe(", by: person") });
    expect(await cli(root, ["preview", "r.yaml", "--allow-code"])).toMatchObject({ exitCode: 2 });
  });
});
