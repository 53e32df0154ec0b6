// Isolated: the engine takes grammars once in the life of a process, and these are not those of the other tests.
import { describe, expect, it } from "vitest";
import { grammarPackage, PREBUILD, REPOSITORY } from "../support/grammar-packages.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, snapshot, type Tree, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** Grammars are found beside Sluice: its development dependencies. */
const here = { ownFolder: REPOSITORY };

const RUN = ["run", "recipe.yaml", "--policy", "apply-all"];

const SWAP = recipeOf([["old($A)", "fresh($A)"]]);

/** Not a package of the machine's: `node_modules` is not listed, so git may track it or not. */
function repository(recipe: string, files: Tree): string {
  return tempRepository({ "recipe.yaml": recipe, ...files });
}

const mixed: Tree = {
  "a.ts": "old(1);\n",
  "b.py": "if x:\n    old(\n        2,\n    )\n",
  "c.go": "package a\n\nfunc f() {\n\told(3)\n}\n",
  "d.rs": "fn f() { old(4); }\n",
  "e.txt": "old(5)\n",
  "f.yml": "run: old(6)\n",
};

describe("packages that are broken", () => {
  const broken = grammarPackage("python", { [PREBUILD]: "not a library" });

  it("are an error where lang names the language", async () => {
    const root = repository(recipeOf([["old($A)", "x"]], "lang: python"), { ...mixed, ...broken });
    const before = snapshot(root);
    const { exitCode, report } = await cliReport(root, RUN, here);
    expect([exitCode, report.diagnostics[0]?.code]).toEqual([2, "language-broken"]);
    expect(report.diagnostics[0]?.message).toContain("without the function tree_sitter_python");
    expect(snapshot(root)).toEqual(before);
  });

  it("leave the files of other languages to be edited, and are told of once", async () => {
    const root = repository(SWAP, { ...mixed, ...broken, "z.py": "old(9)\n" });
    const { exitCode, report } = await cliReport(root, RUN, here);
    expect(exitCode).toBe(0);
    expect(report.actions[0]?.facts.languages).toEqual(["go", "rust", "typescript"]);
    expect(report.alerts.map(({ code }) => code)).toEqual(["language-unavailable"]);
    expect(readText(root, "z.py")).toBe("old(9)\n");
  });
});
