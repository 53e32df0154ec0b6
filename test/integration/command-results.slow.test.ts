import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RENAME, recipeOf, runCommand, SRC, scriptRecipe } from "../support/command-run.ts";
import { readText, snapshot } from "../support/temp-tree.ts";

describe("a command", () => {
  it("never writes in a preview, and leaves the repository of the user alone", async () => {
    const script = `${RENAME}\nfs.rmSync(".git", { recursive: true });`;
    const { root, before, states } = await runCommand(
      { "recipe.yaml": scriptRecipe(script, SRC) },
      { command: "preview", facts: "asked" },
    );
    expect(states).toEqual(["would-apply"]);
    expect(snapshot(root)).toEqual(before);
    expect(readText(root, ".git/HEAD")).toContain("ref:");
  });

  it("sees files as earlier steps and the user left them, without what git ignores, in a repository of its own", async () => {
    const script = `const { execFileSync } = require("node:child_process");
const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();
const seen = [fs.readFileSync(files[0], "utf8"), fs.readFileSync("new.txt", "utf8"),
  fs.existsSync("ignored"), git("status", "--porcelain"), git("ls-files", "src"), process.cwd() === git("rev-parse", "--show-toplevel")];
fs.writeFileSync(files[0].replace("a.ts", "seen.json"), JSON.stringify(seen));`;
    const { root, alerts } = await runCommand(
      {
        "recipe.yaml": recipeOf(
          { ast_edit: { paths: ["src"], ops: [{ pat: "foo(1)", out: "foo(3)" }] } },
          JSON.parse(scriptRecipe(script, SRC)).steps[0],
        ),
      },
      {},
      {},
      (at) => {
        writeFileSync(join(at, "new.txt"), "mine\n");
        mkdirSync(join(at, "ignored"));
        writeFileSync(join(at, "ignored/x"), "");
      },
    );
    expect(alerts).toBe("");
    const seen = ["foo(3);\n", "mine\n", false, "", "src/a.ts\nsrc/b.ts", true];
    expect(JSON.parse(readText(root, "src/seen.json"))).toEqual(seen);
  });

  it("may be applied to one stretch of lines and held for another, beside changes of the user", async () => {
    const policy = `version: 1
default: { verdict: apply, reason: Applied. }
guards: [{ id: first, when: { expr: "facts.deletions > 1" }, verdict: hold, reason: Two lines. }]
`;
    const dirty = "foo(1);\nfoo(2);\n\nmine;\nfoo(3);\n";
    const { root, states, report } = await runCommand(
      {
        "sluice.policy.yaml": policy,
        "recipe.yaml": scriptRecipe(RENAME, { paths: ["src/a.ts"], per: "match" }),
      },
      {},
      {},
      (at) => writeFileSync(join(at, "src/a.ts"), dirty),
    );
    expect([states, report.exitCode]).toEqual([["held", "applied"], 4]);
    expect(readText(root, "src/a.ts")).toBe("foo(1);\nfoo(2);\n\nmine;\nbar(3);\n");
  });

  it("makes and deletes files; what git ignores does not count", async () => {
    const script =
      'fs.rmSync("src/a.ts"); fs.mkdirSync("src/new"); fs.writeFileSync("src/new/c.ts", "c;\\n"); fs.writeFileSync(".eslint.cache", "");';
    const { root, report } = await runCommand({ "recipe.yaml": scriptRecipe(script, SRC) });
    expect(report.actions[0]?.facts).toMatchObject({
      newFiles: ["src/new/c.ts"],
      deletedFiles: ["src/a.ts"],
    });
    expect(Object.keys(snapshot(root)).filter((path) => /^src|cache$/.test(path))).toEqual([
      "src/b.ts",
      "src/new/c.ts",
    ]);
  });

  it("gets files in batches, relative to its folder, and never as options", async () => {
    const script =
      'fs.writeFileSync(`-out${files.length}${files[0].length}.txt`, files.join(" "));';
    const { root, alerts } = await runCommand({
      "recipe.yaml": scriptRecipe(script, { paths: ["src", "lib"], batch: 2, cwd: "src" }),
      "src/-c.ts": "",
      "lib/d.ts": "",
    });
    expect(alerts).toBe("");
    expect(readText(root, "src/-out211.txt")).toBe("../lib/d.ts ./-c.ts");
    expect(readText(root, "src/-out24.txt")).toBe("a.ts b.ts");
  });

  it("runs the script of the page about commands", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/commands.md"), "utf8");
    const blockOf = (begin: string) =>
      page.split("```").find((block) => block.includes(begin)) ?? "";
    const { root, alerts } = await runCommand(
      {
        "recipe.yaml": blockOf("name: sort-keys").slice("yaml".length),
        "scripts/sort-keys.mjs": blockOf("process.argv").slice("js".length),
        "locales/en.json": '{ "b": 1, "a": 2 }\n',
      },
      { facts: "asked" },
    );
    expect(alerts).toBe("");
    expect(readText(root, "locales/en.json")).toBe('{\n  "a": 2,\n  "b": 1\n}\n');
  });
});
