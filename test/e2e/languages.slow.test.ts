// Isolated: the engine takes grammars once in the life of a process, and these are not those of the other tests.
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { grammarPackage, PREBUILD } from "../support/grammar-packages.ts";
import { here, mixed, RUN, repository, SWAP } from "../support/mixed-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("languages whose grammars are installed", () => {
  it("A7 edits each file of a mixed tree in its own language", async () => {
    const root = repository(SWAP, mixed);
    const { exitCode, report } = await cliReport(root, RUN, here);
    expect(exitCode).toBe(0);
    expect(report.actions[0]?.facts.languages).toEqual(["go", "python", "rust", "typescript"]);
    expect(readText(root, "b.py")).toBe("if x:\n    fresh(2)\n");
    expect(readText(root, "c.go")).toContain("\tfresh(3)\n");
    expect(readText(root, "f.yml")).toBe("run: old(6)\n");
  });

  it("A24 refuses a pattern that is not valid in the only file that the step names", async () => {
    const recipe =
      "version: 1\nsteps: [{ ast_edit: { paths: [a.json], ops: [{ pat: a.b, out: c }] } }]\n";
    const root = repository(recipe, { "a.json": "{}\n" });
    const { exitCode, report } = await cliReport(root, RUN, here);
    expect([exitCode, report.alerts[0]?.code]).toEqual([1, "tool-failed"]);
    expect(report.alerts[0]?.message).toMatch(/^ops\[0\] is valid in none of .* \(json\)/);
  });

  it("A7 refuses a pattern that is valid in none of the languages of the files", async () => {
    const recipe = recipeOf([["def $F($A): $$$B", "def $F():\n    $$$B"]]);
    const root = repository(recipe, { "a.ts": "def();\n", "c.go": "package a\n" });
    const { exitCode, report } = await cliReport(root, RUN, here);
    expect([exitCode, report.alerts[0]?.code]).toEqual([1, "tool-failed"]);
    expect(report.alerts[0]?.message).toMatch(/^ops\[0\] is valid in none of .* \(typescript, go/);
    const fitting = repository(recipe, { "a.ts": "def();\n", "b.py": "def f(x):\n    y\n" });
    expect((await cli(fitting, RUN, here)).exitCode).toBe(0);
    expect(readText(fitting, "b.py")).toBe("def f():\n    y\n");
  });

  it("A6 lang beats languageGlobs, and they beat the extension", async () => {
    const globs = 'languageGlobs: { py: ["*.txt", "BUILD"], html: ["*.vue"] }\n';
    const files = { ...mixed, BUILD: "old(7)\n", "g.vue": "<p>old(8)</p>\n" };
    const root = repository(globs + SWAP, files);
    const { report } = await cliReport(root, RUN, here);
    const languages = Object.fromEntries(
      (report.actions[0]?.files ?? []).map(({ path, language }) => [path, language]),
    );
    expect(languages).toMatchObject({ BUILD: "python", "e.txt": "python", "a.ts": "typescript" });
    const forced = repository(globs + recipeOf([["old($A)", "x"]], "lang: js\npaths: [e.txt]"), {
      ...files,
      "e.txt": "old(`5`);\n",
    });
    await cli(forced, RUN, here);
    expect(readText(forced, "e.txt")).toBe("x;\n");
    const pages = repository(globs + recipeOf([["<p>$A</p>", "<b>$A</b>"]]), files);
    await cli(pages, RUN, here);
    expect(readText(pages, "g.vue")).toBe("<b>old(8)</b>\n");
  });

  it("A24 checks a pattern in the language that its paths name, where any other one takes it as text", async () => {
    const paths = 'paths: ["**/*.{yml,yaml}"]';
    const root = repository(recipeOf([["old(", "x"]], paths), { "f.yml": "- old(\n" });
    expect((await cli(root, RUN, here)).exitCode).toBe(0);
    expect(readText(root, "f.yml")).toBe("- x\n");
    const unbound = repository(recipeOf([["run: old $A", "run: $A"]], paths), mixed);
    expect((await cli(unbound, RUN, here)).exitCode).toBe(2);
    const typo = recipeOf([["old(", "fresh("]], 'paths: ["**/*.py"]');
    expect((await cli(repository(typo, mixed), RUN, here)).exitCode).toBe(2);
    expect((await cli(repository(recipeOf([["old(", "x"]]), mixed), RUN, here)).exitCode).toBe(2);
  });
});

describe("languages whose grammars are not installed", () => {
  it.each([
    ["lang", recipeOf([["old($A)", "fresh($A)"]], "lang: py"), "recipe.yaml:5:13"],
    ["languageGlobs", `languageGlobs: { Python: ["*.txt"] }\n${SWAP}`, "recipe.yaml:1:18"],
  ])(
    "are an error with the command that installs them where %s names one",
    async (_, recipe, place) => {
      const root = repository(recipe, mixed);
      const before = snapshot(root);
      const { exitCode, report, stderr } = await cliReport(root, RUN);
      const [first] = report.diagnostics;
      expect([exitCode, first?.code]).toEqual([2, "language-not-installed"]);
      expect(`${first?.path}:${first?.line}:${first?.column}`).toBe(place);
      expect(first?.hint).toContain(
        "beside Sluice: `npm install --save-dev @ast-grep/lang-python`",
      );
      for (const way of ["npm install --global", "npx -p sluice -p", "--packages DIR"])
        expect(first?.hint).toContain(way);
      expect(first?.hint).not.toContain("--allow-code");
      expect(stderr).toContain("The grammar of `python` is not installed.");
      expect(snapshot(root)).toEqual(before);
      expect((await cli(root, ["validate", "recipe.yaml"])).exitCode).toBe(2);
    },
  );

  it("are not loaded from the root, and the hint names the option that would", async () => {
    const root = repository(recipeOf([["old($A)", "fresh($A)"]], "lang: py"), {
      ...mixed,
      ...grammarPackage("python", { [PREBUILD]: "not a library" }),
    });
    const refused = await cliReport(root, RUN);
    expect(refused.report.diagnostics[0]).toMatchObject({
      code: "language-not-installed",
      hint: expect.stringContaining("The root has the package; --allow-code would load it"),
    });
    const allowed = await cliReport(root, [...RUN, "--allow-code"]);
    expect(allowed.report.diagnostics[0]?.code).toBe("language-broken");
    const named = await cliReport(root, [...RUN, "--packages", "."]);
    expect(named.report.diagnostics[0]?.code).toBe("language-broken");
    const args = ["recipe.yaml", "--packages", "node_modules"];
    expect((await cli(root, ["validate", ...args])).stdout).toContain("cannot be used");
  });

  it("need a folder that exists in --packages", async () => {
    const root = repository(SWAP, mixed);
    const { exitCode, report } = await cliReport(root, [...RUN, "--packages", "languages"]);
    expect([exitCode, report.diagnostics]).toEqual([
      2,
      [
        {
          code: "invalid-option",
          severity: "error",
          message: "--packages: languages has no folder `node_modules`.",
          hint: "Install the packages there: npm install --prefix languages NAME",
        },
      ],
    ]);
    expect((await cli(root, ["validate", "--packages", "languages"])).exitCode).toBe(2);
  });

  it("are passed over without a word where a glob sweeps their files up", async () => {
    const root = repository(SWAP, mixed);
    const { exitCode, report } = await cliReport(root, RUN);
    expect([exitCode, report.skipped, besidesLoss(report.alerts)]).toEqual([0, [], []]);
    expect(report.actions[0]?.files.map(({ path }) => path)).toEqual(["a.ts"]);
    expect(readText(root, "b.py")).toBe(mixed["b.py"]);
  });

  it.each([
    ["paths: [a.ts, b.py]", "`b.py` matches 1 file of python"],
    ['paths: ["**/*.py"]', "`**/*.py` matches 1 file of python"],
    ['paths: ["**/*.{ts,py}"]', "`**/*.{ts,py}` matches 1 file of python"],
    ["languages: [ts, py]", "`**` matches 1 file of python"],
    ["paths: [lib]", "`lib` matches 1 file of ruby"],
  ])(
    "are an error with the package to install before anything is written: %s",
    async (more, what) => {
      const recipe = recipeOf([["old($A)", "x"]], more);
      const root = repository(recipe, { ...mixed, "lib/a.rb": "old(1)\n" });
      const before = snapshot(root);
      const { exitCode, report } = await cliReport(root, RUN);
      const [fault] = report.diagnostics;
      expect([exitCode, fault?.code]).toEqual([2, "language-not-installed"]);
      expect(fault?.message).toBe(`${what}, and its grammar is not installed.`);
      expect(fault?.hint).toMatch(/npm install --save-dev @ast-grep\/lang-(python|ruby)/);
      expect(snapshot(root)).toEqual(before);
    },
  );

  it("are no error in a mixed tree, nor if nothing matches; unknown names are a warning", async () => {
    for (const more of ["", 'paths: ["src/**/*.py"]', "languages: [ts, java]"]) {
      const { exitCode } = await cliReport(
        repository(recipeOf([["old($A)", "x"]], more), mixed),
        RUN,
      );
      expect([more, exitCode]).toEqual([more, 0]);
    }
    const text = repository(recipeOf([["old($A)", "x"]], "paths: [e.txt]"), mixed);
    const { exitCode, report } = await cliReport(text, RUN);
    expect([exitCode, report.alerts[0]?.code]).toEqual([0, "unknown-language"]);
  });
});

describe("languageGlobs that are wrong", () => {
  it.each([
    ['{ cobol: ["*.cob"] }', "unknown-language", "There is no language `cobol`."],
    [
      '{ html: ["src/*.vue"] }',
      "invalid-value",
      "it is compared with file names without their folders",
    ],
    ["{ html: [] }", "invalid-value", "`languageGlobs.html` must not be empty."],
    ["{ html: '*.vue' }", "invalid-value", "`languageGlobs.html` must be"],
  ])("%s is an error", async (globs, code, says) => {
    const root = repository(`languageGlobs: ${globs}\n${SWAP}`, mixed);
    const { exitCode, report } = await cliReport(root, RUN, here);
    expect([exitCode, report.diagnostics[0]?.code]).toEqual([2, code]);
    expect(report.diagnostics[0]?.message).toContain(says);
    expect(report.diagnostics[0]?.line).toBe(1);
  });
});
