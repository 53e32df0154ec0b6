// Isolated: the engine takes grammars once in the life of a process, and these are not those of the other tests.
import { describe, expect, it } from "vitest";
import { grammarPackage, PREBUILD } from "../support/grammar-packages.ts";
import { here, mixed, RUN, repository, SWAP } from "../support/mixed-tree.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, snapshot } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

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
