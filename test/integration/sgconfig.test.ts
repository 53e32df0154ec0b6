import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempRepository } from "../support/temp-tree.ts";

const FILES = {
  "r.yaml": 'version: 1\nsteps:\n  - ast_edit: { rules: ["rules/*.yml"] }\n',
  "rules/a.yml": "id: a\nlanguage: ts\nrule: { pattern: f($A) }\nfix: g($A)\n",
  "a.ts": "f(1);\n",
};
const ARGV = ["run", "r.yaml", "--policy", "apply-all"];

describe("sgconfig.yml", () => {
  it("that sets what Sluice does not use is told, with what to do instead", async () => {
    const root = tempRepository({
      ...FILES,
      "sgconfig.yml": 'ruleDirs: [rules]\nlanguageGlobs: { js: ["*.ts"] }\nother: 1\n',
    });
    const { exitCode, report } = await cliReport(root, ARGV);
    expect([exitCode, readText(root, "a.ts")]).toEqual([0, "g(1);\n"]);
    expect(report.diagnostics).toMatchObject([
      {
        code: "unused-setting",
        severity: "warning",
        path: "sgconfig.yml",
        line: 2,
        hint: "Write `languageGlobs` in the recipe.",
      },
    ]);
  });

  it("that names a folder which is not there is an error", async () => {
    const root = tempRepository({ ...FILES, "sgconfig.yml": "utilDirs: [utilz]\n" });
    const { exitCode, report } = await cliReport(root, ARGV);
    expect([exitCode, readText(root, "a.ts")]).toEqual([2, "f(1);\n"]);
    expect(report.diagnostics).toMatchObject([
      { code: "file-not-found", path: "sgconfig.yml", line: 1, column: 12 },
    ]);
  });
});
