import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RENAME, recipeOf, runCommand, scriptRecipe } from "../support/command-run.ts";
import { git, readText, snapshot, tempFolder } from "../support/temp-tree.ts";

const SRC = { paths: ["src"] };
const QUIET = { facts: "asked" } as const;

describe("the bytes that a command writes", () => {
  it.each([
    ["line ends", "a\r\nb\r\n", "a\nb\n"],
    ["a BOM that is gone", "\uFEFFa\n", "a\n"],
    ["a BOM that is new", "a\n", "\uFEFFa\n"],
    ["nothing", "\uFEFFa\r\n", ""],
  ])("are the result: %s", async (_name, before, after) => {
    const script = `fs.writeFileSync("src/a.ts", ${JSON.stringify(after)});`;
    const tree = { "src/a.ts": before, "recipe.yaml": scriptRecipe(script, SRC) };
    const { root, states, report } = await runCommand(tree);
    expect([states, readText(root, "src/a.ts")]).toEqual([["applied"], after]);
    expect(report.actions[0]?.facts.idempotent).toBe(true);
  });
});

describe("the files that a command gets", () => {
  it("are those of its copy: links, ignored files, and odd names are skipped", async () => {
    const odd = { "src/new\nline.ts": "foo\n", "src/back\\slash.ts": "foo\n" };
    const keys = { paths: ["src", "ignored/own.ts"] };
    const { alerts, report } = await runCommand(
      { "recipe.yaml": scriptRecipe(RENAME, keys), ...odd },
      QUIET,
      {},
      (at) => {
        mkdirSync(join(at, "ignored"));
        writeFileSync(join(at, "ignored/own.ts"), "foo\n");
        symlinkSync("nowhere", join(at, "src/lost"));
        symlinkSync("a.ts", join(at, "src/near"));
        symlinkSync(at, join(at, "src/out"));
      },
    );
    expect([report.exitCode, alerts]).toEqual([0, ""]);
    expect(report.actions[0]?.files.map(({ path }) => path)).toEqual(["src/a.ts", "src/b.ts"]);
    expect(report.totals.filesSearched).toBe(2);
    expect(report.skipped.map(({ path, why }) => `${why} ${path}`).sort()).toEqual([
      "ignored ignored/own.ts",
      "symlink src/lost",
      "symlink src/near",
      "symlink src/out",
      "unreadable src/back\\slash.ts",
      "unreadable src/new\nline.ts",
    ]);
  });

  it("are on the disk: a sparse checkout has fewer than git lists", async () => {
    const keys = { paths: ["src/**", "far/**"] };
    const tree = { "recipe.yaml": scriptRecipe(RENAME, keys), "far/c.ts": "foo\n" };
    const { alerts, report } = await runCommand(tree, QUIET, {}, (at) => {
      git(at, "sparse-checkout", "set", "--cone", "src");
    });
    expect([report.exitCode, alerts]).toEqual([0, ""]);
    expect([report.totals.filesSearched, report.totals.filesSkipped]).toEqual([2, 0]);
  });
});

describe("the copy of a command", () => {
  it.each([
    ["removed", "fs.rmSync(process.cwd(), { recursive: true });", "removed the copy"],
    [
      "replaced by another folder",
      "const at = process.cwd(); fs.renameSync(at, `${at}2`); fs.mkdirSync(at);",
      "put another folder there",
    ],
    [
      "changed by a file in the place of a folder",
      "fs.rmSync('src', { recursive: true }); fs.writeFileSync('src', '');",
      "a file in the place of the folder src",
    ],
  ])("is %s: the step fails and says so", async (_name, script, message) => {
    const tree = { "recipe.yaml": scriptRecipe(script, { paths: ["**"] }) };
    const { alerts, report, root, before } = await runCommand(tree, QUIET);
    expect(alerts).toContain(message);
    expect(report.exitCode).toBe(1);
    expect(snapshot(root)).toEqual(before);
  });

  it("has a repository of its own: settings and hooks of the other one are watched", async () => {
    const { states, alerts } = await runCommand({ "recipe.yaml": "" }, QUIET, {}, (at) => {
      const own = JSON.stringify(join(at, ".git"));
      const script = `${RENAME}\nfs.appendFileSync(${own} + "/config", "[a]\\n\\tb = 1\\n");
fs.mkdirSync(${own} + "/hooks", { recursive: true }); fs.writeFileSync(${own} + "/hooks/pre-commit", "");`;
      writeFileSync(join(at, "recipe.yaml"), scriptRecipe(script, SRC));
    });
    expect(alerts).toContain("Settings of the repository itself were changed");
    expect(alerts).toMatch(/: config, hooks.*, hooks\/pre-commit\./);
    expect(states).toEqual([]);
  });

  it("has no second place for what git lists", async () => {
    const tree = { "recipe.yaml": recipeOf({ command: ["node", "-v"], link: ["src"] }) };
    const { alerts } = await runCommand(tree, QUIET);
    expect(alerts).toContain("`link`: `src` is in the copy by itself");
  });

  it("links a folder that is itself a link: a write through both is found", async () => {
    const store = tempFolder();
    const script = 'fs.writeFileSync("ignored/new.js", "");';
    const tree = {
      "recipe.yaml": scriptRecipe(script, { ...SRC, link: ["ignored"] }),
      ".gitignore": "ignored\n",
    };
    const { alerts } = await runCommand(tree, QUIET, {}, (at) =>
      symlinkSync(store, join(at, "ignored")),
    );
    expect(alerts).toContain("wrote through `link`, which is for reading: ignored, ignored/new.js");
  });
});
