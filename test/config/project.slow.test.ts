import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT, SWAP, TREE } from "../support/project-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const END = ["apply", "--reason", "Fine."];

describe("a command without recipes does what sluice.yaml says", () => {
  it("in a folder below, where the commands that it advises work, and others name its folder", async () => {
    const held = { ...TREE, "sluice.yaml": PROJECT.replace("apply-all", "hold-all") };
    const root = tempRepository(held);
    const lib = join(root, "lib");
    const { exitCode, stdout } = await cli(lib, ["run"]);
    expect(exitCode).toBe(4);
    const [, runs = ""] = /To look: sluice (.*)/.exec(stdout) ?? [];
    expect(runs).toMatch(/^runs \S+ --diff --root \.\.$/);
    expect((await cli(lib, runs.split(" "))).stdout).toContain("+b(1);");
    expect(stdout).toMatch(/sluice resolve \S+ --all apply --reason "…" --root \.\.$/m);
    const above = `Runs are kept in a folder above: --root ${root}\n`;
    for (const words of [
      ["runs"],
      ["runs", "last"],
      ["undo"],
      ["resolve", "last", "--all", ...END],
    ]) {
      const { stdout: said, stderr } = await cli(lib, words);
      expect(said + stderr).toContain(above);
    }
    expect(
      (await cli(lib, ["run", "--root", "..", "swap", "--policy", "apply-all"])).exitCode,
    ).toBe(0);
    expect(existsSync(join(lib, ".sluice"))).toBe(false);
  });

  it("but neither above the repository, nor above --root, nor above a folder outside of git", async () => {
    const outside = tempTree(TREE);
    mkdirSync(join(outside, "inner/.git"), { recursive: true });
    for (const [cwd, words] of [
      [join(outside, "inner"), []],
      [join(outside, "lib"), []],
      [tempTree(TREE), ["--root", "lib"]],
    ] as const) {
      const { exitCode, report } = await cliReport(cwd, ["preview", ...words]);
      expect(exitCode).toBe(2);
      expect(report.diagnostics[0]?.message).toBe("No recipe was named.");
      expect(report.diagnostics[0]?.hint).toContain("sluice.yaml");
    }
  });

  it("gives a recipe that is named in a folder below its root, unless that folder has one of the name", async () => {
    const root = tempRepository({
      ...TREE,
      "lib/recipes/own.yaml": SWAP,
      "lib/c.ts": "a(3);\n",
      "recipes/own.yaml": SWAP,
    });
    const lib = join(root, "lib");
    const pathsOf = async (...words: readonly string[]) =>
      (await cliReport(lib, ["preview", ...words])).report.actions.flatMap(({ files }) =>
        files.map(({ path }) => path),
      );
    expect(await pathsOf("swap")).toEqual(["a.ts", "lib/b.ts", "lib/c.ts"]);
    expect(await pathsOf("swap", "--files", "c.ts")).toEqual(["lib/c.ts"]);
    expect(await pathsOf("own")).toEqual(["b.ts", "c.ts"]);
    expect((await cliReport(lib, ["preview", "swap", "--root", "."])).exitCode).toBe(2);
    expect((await cliReport(lib, ["preview", "swap", "own"])).exitCode).toBe(2);
  });

  it("has recipes of a folder and of a glob, and those that ship", async () => {
    const recipes = 'version: 1\nrecipes: [recipes/, "codemod*/*.yaml", shipped:zod-4-formats]\n';
    const root = tempTree({ ...TREE, "sluice.yaml": recipes });
    const { report } = await cliReport(root, ["preview", "--input", "from=x"]);
    expect(report.steps.map(({ recipe }) => recipe).slice(0, 3)).toEqual([
      "swap",
      "rename",
      "zod-4-formats",
    ]);
  });

  it("writes its reports below its folder", async () => {
    const reports = `${PROJECT}reports: ["json=out/sluice.json", jsonl]\n`;
    const root = tempRepository({ ...TREE, "sluice.yaml": reports });
    expect((await cli(join(root, "lib"), ["preview"])).exitCode).toBe(0);
    expect(JSON.parse(readText(root, "out/sluice.json")).outcome).toBe("ok");
    expect(existsSync(join(root, "sluice-report.jsonl"))).toBe(true);
  });

  it.each<[title: string, exitCode: number, more: object]>([
    ["a signal", 130, { interrupted: AbortSignal.abort(130) }],
    ["the time limit", 5, { after: () => AbortSignal.abort() }],
  ])("ends by %s", async (_title, exitCode, more) => {
    const ended = await cli(tempTree(TREE), ["preview", "--timeout", "1s"], more);
    expect(ended.exitCode).toBe(exitCode);
  });

  it("may run a recipe several times with other inputs", async () => {
    const twice = `version: 1
recipes:
  - { recipe: codemods/rename.yaml, inputs: { from: a, to: x } }
  - { recipe: codemods/rename.yaml, inputs: { from: b, to: y } }
`;
    const root = tempTree({ ...TREE, "sluice.yaml": twice, "a.ts": "a(1);\nb(1);\n" });
    const { exitCode } = await cli(root, ["run", "--policy", "apply-all"]);
    expect(exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("x(1, 1);\ny(1, 1);\n");
  });
});

describe("a project file, with --trust", () => {
  it("base is missing if only the head has one, and none has none", async () => {
    const { "sluice.yaml": project, ...files } = TREE;
    const root = tempRepository(files);
    commitAll(root);
    writeTree(root, { "sluice.yaml": project });
    for (const words of [["base", "--base", "HEAD"], ["none"]]) {
      const { exitCode, stderr } = await cli(root, ["preview", "--trust", ...words]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("sluice.yaml of the work tree is not used");
      expect(stderr).toContain("No recipe was named, and the project file is not trusted.");
    }
  });
});

describe("a plan by a project file", () => {
  async function planned(): Promise<string> {
    const root = tempRepository(TREE);
    commitAll(root);
    const { exitCode, stderr } = await cli(root, ["plan", "-o", "plan.json"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    return root;
  }

  it("has the values of each recipe, and is derived again with them", async () => {
    const root = await planned();
    const { recipes } = JSON.parse(readText(root, "plan.json"));
    expect(recipes[1].inputs).toEqual({ from: "x", to: "y", depth: 2 });
    expect((await cli(root, ["apply", "plan.json", "--verify"])).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("b(1);\ny(1, 2);\n");
  });

  it("does not choose these values if not all of the tree is trusted", async () => {
    const root = await planned();
    const trusted = ["apply", "plan.json", "--policy", "apply-all", "--trust", "base", "--base"];
    const { "sluice.yaml": _, ...files } = TREE;
    git(root, "checkout", "-q", "-b", "other");
    writeTree(root, { ...files, "sluice.yaml": PROJECT.replace("to: y", "to: n") });
    commitAll(root);
    const refused = await cliReport(root, [...trusted, "other"]);
    expect(refused.exitCode).toBe(3);
    expect(refused.report.alerts[0]?.message).toContain("values (from, to, depth)");
    const accepted = await cliReport(root, [...trusted, "HEAD~1"]);
    expect(accepted.exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("b(1);\ny(1, 2);\n");
  });
});

describe("sluice validate", () => {
  it.each([
    ["is not there", {}, "sluice.yaml:5:9: error: There is no policy `team.yaml`."],
    [
      "has a fault",
      { "team.yaml": "version: 1\nrulez: []\n" },
      "team.yaml:2:1: error: Unknown key",
    ],
  ])("checks the policy that the project file names: it %s", async (_title, files, told) => {
    const named = PROJECT.replace("apply-all", "team.yaml");
    const { exitCode, stdout } = await cli(tempTree({ ...TREE, ...files, "sluice.yaml": named }), [
      "validate",
    ]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain(told);
  });
});
