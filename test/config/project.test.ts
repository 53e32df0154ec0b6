import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { PROJECT, RENAME, SWAP, TREE } from "../support/project-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  commitAll,
  readText,
  snapshot,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

describe("a command without recipes does what sluice.yaml says", () => {
  it("in its folder", async () => {
    const root = tempTree(TREE);
    const { exitCode, report } = await cliReport(root, ["run"]);
    expect({ exitCode, diagnostics: report.diagnostics }).toEqual({ exitCode: 0, diagnostics: [] });
    expect(report.steps.map(({ recipe }) => recipe)).toEqual(["swap", "rename"]);
    expect(report.sources[0]).toMatchObject({ path: "codemods/rename.yaml" });
    expect(report.sources).toContainEqual(
      expect.objectContaining({ path: "sluice.yaml", role: "project", origin: "tree" }),
    );
    expect(readText(root, "a.ts")).toBe("b(1);\ny(1, 2);\n");
  });

  it("in a folder below, where its folder is the root", async () => {
    const root = tempRepository({ ...TREE, "lib/sluice.policy.yaml": "not a policy\n" });
    const { exitCode } = await cliReport(join(root, "lib"), ["run"]);
    expect(exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("b(1);\ny(1, 2);\n");
    expect(existsSync(join(root, ".sluice"))).toBe(true);
  });

  it("and the nearest one counts", async () => {
    const own = "version: 1\nrecipes: [{ recipe: r.yaml }]\n";
    const root = tempTree({ ...TREE, "lib/sluice.yaml": own, "lib/r.yaml": SWAP });
    const { report } = await cliReport(join(root, "lib"), ["preview"]);
    expect(report.actions.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(["b.ts"]);
  });

  it("is not read if a recipe is named, also in one line", async () => {
    const root = tempTree({ ...TREE, "sluice.yaml": "nonsense: 1\n" });
    for (const words of [["swap"], ["-p", "a($A)", "-r", "b($A)"]])
      expect((await cliReport(root, ["preview", ...words])).exitCode).toBe(0);
    expect((await cliReport(root, ["preview"])).exitCode).toBe(2);
  });

  it("narrows the files by paths and exclude", async () => {
    const narrow = `${PROJECT}paths: [lib, "*.ts"]\nexclude: ["a.*"]\n`;
    const root = tempTree({ ...TREE, "sluice.yaml": narrow });
    const filesOf = async (words: readonly string[]) => {
      const { report } = await cliReport(root, ["preview", ...words]);
      return [...new Set(report.actions.flatMap(({ facts }) => facts.files))];
    };
    expect(await filesOf([])).toEqual(["lib/b.ts"]);
    expect(await filesOf(["--exclude", "lib"])).toEqual(["a.ts"]);
    expect(await filesOf(["--paths", "a.ts", "--exclude", "nothing"])).toEqual(["a.ts"]);
  });

  it("takes files behind `--`, relative to the working directory", async () => {
    const root = tempRepository(TREE);
    const words = ["preview", "--format", "json", "--", "b.ts", "../gone.ts"];
    const { stdout } = await cli(join(root, "lib"), words);
    const { actions } = JSON.parse(stdout) as Report;
    expect(actions.map(({ facts }) => facts.files)).toEqual([["lib/b.ts"], ["lib/b.ts"]]);
  });

  it("gives way to the command line: policy, inputs, reports", async () => {
    const root = tempTree({ ...TREE, "sluice.yaml": `${PROJECT}reports: [json]\n` });
    const words = ["--policy", "hold-all", "--input", "to=w", "--report", "json=own.json"];
    const { report } = await cliReport(root, ["preview", ...words]);
    expect(report.policy?.source).toBe("hold-all");
    expect(report.actions.at(-1)?.files[0]?.diff).toContain("+w(1, 2);");
    expect(existsSync(join(root, "own.json"))).toBe(true);
    expect(existsSync(join(root, "sluice-report.json"))).toBe(false);
  });

  it("gives no consent: `run` without a policy is refused, and so is code", async () => {
    const root = tempTree({ ...TREE, "sluice.yaml": PROJECT.replace(/policy.*\n/, "") });
    const { exitCode, stderr } = await cli(root, ["run"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("`run` needs a policy");
    for (const key of ["allow-code", "allowCode", "env", "hosts", "packages", "root", "trust"]) {
      writeTree(root, { "sluice.yaml": `${PROJECT}${key}: true\n` });
      const refused = await cli(root, ["run"]);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toContain(`sluice.yaml:6:1: error: Unknown key \`${key}\`.`);
    }
  });
});

describe("a project file with faults", () => {
  it.each<[title: string, text: string, told: string]>([
    ["an unknown key", "version: 1\nrecipe: [swap]\n", "2:1: error: Unknown key `recipe`."],
    ["another version", "version: 2\nrecipes: [swap]\n", "1:10: error: `version` must be `1`"],
    ["no recipes", "version: 1\n", "1:1: error: Missing key `recipes`."],
    ["an empty list", "version: 1\nrecipes: []\n", "2:10: error: `recipes` must not be empty."],
    ["a wrong type", "version: 1\nrecipes: swap\n", "2:10: error: `recipes` must be a list"],
    [
      "an entry of no form",
      "version: 1\nrecipes: [[swap]]\n",
      "2:11: error: `recipes[0]` must be the name of a recipe, or a map with `recipe`.",
    ],
    [
      "an unknown key in an entry",
      "version: 1\nrecipes:\n  - { recipe: swap, with: {} }\n",
      "3:21: error: Unknown key `with`.",
    ],
    [
      "an unknown recipe",
      "version: 1\nrecipes: [swab]\n",
      "2:11: error: There is no recipe `swab`.",
    ],
    [
      "a missing file",
      "version: 1\nrecipes: [{ recipe: no/such.yaml }]\n",
      "2:21: error: There is no recipe `no/such.yaml`.",
    ],
    [
      "a glob without recipes",
      'version: 1\nrecipes: ["no/*.yaml"]\n',
      "2:11: error: No recipe matches `no/*.yaml`.",
    ],
    [
      "a recipe out of the root",
      "version: 1\nrecipes: [../r.yaml]\n",
      "2:11: error: `../r.yaml` leaves the root or could",
    ],
    [
      "an absolute recipe",
      "version: 1\nrecipes: [/etc/passwd]\n",
      "2:11: error: `/etc/passwd` is absolute",
    ],
    [
      "an input that is not declared",
      "version: 1\nrecipes: [{ recipe: codemods/rename.yaml, inputs: { from: a, tu: b } }]\n",
      "2:62: error: The recipe declares no input `tu`.",
    ],
    [
      "an input that is a map",
      "version: 1\nrecipes: [{ recipe: swap, inputs: { a: { b: 1 } } }]\n",
      "2:40: error: `recipes[0].inputs.a` must be a text, a number",
    ],
    [
      "a policy out of the root",
      `${PROJECT}`.replace("apply-all", "../p.yaml"),
      "`../p.yaml` leaves",
    ],
    [
      "a policy that is not there",
      PROJECT.replace("apply-all", "saef"),
      "sluice.yaml:5:9: error: There is no policy `saef`.",
    ],
    ["a path out of the root", `${PROJECT}paths: [../x]\n`, "`paths[0]` leaves the root or could"],
    ["a bad format", `${PROJECT}reports: [jsn]\n`, "6:10: error: `reports`: unknown format `jsn`."],
    [
      "a report out of the root",
      `${PROJECT}reports: ["json=../sluice.json"]\n`,
      "6:11: error: `../sluice.json` leaves the root",
    ],
    [
      "a report that another tool reads",
      `${PROJECT}reports: ["pretty=.envrc", "json=package.json", "pretty=sluice.yml"]\n`,
      "`.envrc` is hidden",
    ],
    ["several documents", `${PROJECT}---\n${PROJECT}`, "The file must be one document"],
    ["a key twice", `${PROJECT}version: 1\n`, "The same key stands twice in one map."],
    ["too many bytes", `${PROJECT}#${"x".repeat(1024 * 1024)}\n`, "is larger than 1048576 bytes."],
  ])("%s is reported, and nothing runs", async (_title, text, told) => {
    const root = tempRepository({ ...TREE, "sluice.yaml": text });
    const before = snapshot(root);
    const { exitCode, stderr } = await cli(root, ["run"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
    expect(snapshot(root)).toEqual(before);
  });

  it("a link out of the tree is refused, and one inside is read", async () => {
    const outside = tempTree({ "sluice.yaml": PROJECT });
    const { "sluice.yaml": _, ...files } = TREE;
    const root = tempRepository({ ...files, "config/project.yaml": PROJECT });
    symlinkSync(join(outside, "sluice.yaml"), join(root, "sluice.yaml"));
    const refused = await cli(root, ["preview"]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("leads out of the root");
    symlinkSync("../config/project.yaml", join(root, "lib/sluice.yaml"));
    writeTree(root, { "lib/recipes/swap.yaml": SWAP, "lib/codemods/rename.yaml": RENAME });
    expect((await cli(join(root, "lib"), ["preview"])).exitCode).toBe(0);
  });

  it("a link does not hide where its reports go", async () => {
    const reports = `${PROJECT}reports: ["json=out/new/sluice.json"]\n`;
    const root = tempTree({ ...TREE, "sluice.yaml": reports, ".github/a.yml": "" });
    symlinkSync(".github", join(root, "out"));
    const { exitCode, stderr } = await cli(root, ["preview"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "sluice.yaml:6:11: error: `out/new/sluice.json` is in the hidden folder",
    );
  });

  it("a folder of that name is refused", async () => {
    const root = tempTree({ "a.ts": "" });
    mkdirSync(join(root, "sluice.yaml"));
    const { exitCode, stderr } = await cli(root, ["preview"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
    expect(stderr).toContain("sluice.yaml is not a file.");
  });
});

describe("a project file, with --trust", () => {
  it("base is that of the base: neither its change nor a nearer one of the head counts", async () => {
    const root = tempRepository(TREE);
    commitAll(root);
    writeTree(root, {
      "sluice.yaml": PROJECT.replace("to: y", "to: evil"),
      "lib/sluice.yaml": "version: 1\nrecipes: [swap]\n",
    });
    const words = ["preview", "--trust", "base", "--base", "HEAD"];
    const { exitCode, report } = await cliReport(join(root, "lib"), words);
    expect(exitCode).toBe(0);
    expect(JSON.stringify(report.actions)).not.toContain("evil");
    expect(report.steps.map(({ recipe }) => recipe)).toEqual(["swap", "rename"]);
    expect(report.sources).toContainEqual(
      expect.objectContaining({ path: "sluice.yaml", origin: "base" }),
    );
    expect(report.diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^sluice\.yaml of the work tree differs/),
    );
    expect(report.diagnostics.map(({ path }) => path)).toEqual(["lib/sluice.yaml", "sluice.yaml"]);
  });
});

describe("sluice validate", () => {
  it("checks the project file, by itself and by name", async () => {
    const root = tempRepository(TREE);
    const all = await cli(root, ["validate", "--format", "json"]);
    expect(JSON.parse(all.stdout).files).toContainEqual({ path: "sluice.yaml", kind: "project" });
    expect(all.exitCode).toBe(0);
    const faults = PROJECT.replace("to: y", "tu: y").replace("- swap", "- swab");
    writeTree(root, { "sluice.yaml": `${faults}reports: [jsn]\n` });
    const one = await cli(root, ["validate", "sluice.yaml"]);
    expect(one.exitCode).toBe(2);
    expect(one.stdout).toContain("sluice.yaml:6:10: error: `reports`: unknown format `jsn`.");
    writeTree(root, { "sluice.yaml": faults });
    const two = await cli(root, ["validate", "sluice.yaml"]);
    expect(two.stdout).toContain("sluice.yaml:3:5: error: There is no recipe `swab`.");
    expect(two.stdout).toContain("sluice.yaml:4:56: error: The recipe declares no input `tu`.");
  });
});
