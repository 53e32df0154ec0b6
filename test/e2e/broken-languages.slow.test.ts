// Isolated: the engine takes grammars once in the life of a process, and these are not those of the other tests.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { grammarPackage, PREBUILD, REPOSITORY } from "../support/grammar-packages.ts";
import { mixed, RUN, repository, SWAP } from "../support/mixed-tree.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("packages that are broken", () => {
  /** A folder of Sluice beside which one package is broken, and two are not. */
  const brokenHere = () => {
    const ownFolder = tempTree(grammarPackage("python", { [PREBUILD]: "not a library" }));
    for (const language of ["go", "rust"]) {
      const name = `node_modules/@ast-grep/lang-${language}`;
      symlinkSync(join(REPOSITORY, name), join(ownFolder, name));
    }
    return { ownFolder };
  };

  it("are an error where lang names the language", async () => {
    const root = repository(recipeOf([["old($A)", "x"]], "lang: python"), mixed);
    const before = snapshot(root);
    const { exitCode, report } = await cliReport(root, RUN, brokenHere());
    expect([exitCode, report.diagnostics[0]?.code]).toEqual([2, "language-broken"]);
    expect(report.diagnostics[0]?.message).toContain("has a file that is not a library for");
    expect(snapshot(root)).toEqual(before);
  });

  it("leave the files of other languages to be edited, and are told of once", async () => {
    const root = repository(SWAP, { ...mixed, "z.py": "old(9)\n" });
    const { exitCode, report } = await cliReport(root, RUN, brokenHere());
    expect(exitCode).toBe(0);
    expect(report.actions[0]?.facts.languages).toEqual(["go", "rust", "typescript"]);
    expect(besidesLoss(report.alerts).map(({ code }) => code)).toEqual(["language-unavailable"]);
    expect(readText(root, "z.py")).toBe("old(9)\n");
  });
});
