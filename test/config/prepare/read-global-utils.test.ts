import { describe, expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const FILES = {
  "r.yaml": 'version: 1\nsteps:\n  - ast_edit: { rules: ["rules/*.yml"] }\n',
  "rules/a.yml": "id: a\nlanguage: ts\nrule: { pattern: f($A) }\nfix: g($A)\n",
  "a.ts": "f(1);\n",
};
const ARGV = ["run", "r.yaml", "--policy", "apply-all"];

describe("sgconfig.yml", () => {
  it("that sets what Sluice does not use is told, with what to do instead", async () => {
    const root = tempTree({
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
    const root = tempTree({ ...FILES, "sgconfig.yml": "utilDirs: [utilz]\n" });
    const { exitCode, report } = await cliReport(root, ARGV);
    expect([exitCode, readText(root, "a.ts")]).toEqual([2, "f(1);\n"]);
    expect(report.diagnostics).toMatchObject([
      { code: "file-not-found", path: "sgconfig.yml", line: 1, column: 12 },
    ]);
  });

  it("has utility rules for the ops of recipes, too", async () => {
    const root = tempTree({
      "r.yaml": `version: 1
utils:
  statement: { all: [{ kind: expression_statement }, { has: { matches: old-call } }] }
steps:
  - ast_edit: { ops: [{ rule: { matches: statement }, out: ~, deleteLines: true }] }
`,
      "sgconfig.yml": "utilDirs: [utils]\n",
      "utils/u.yml": "id: old-call\nlanguage: ts\nrule: { pattern: old($$$A) }\n",
      "a.ts": "a();\nold(1);\nb();\n",
      "b.js": "old(1);\n",
    });
    const { exitCode } = await cliReport(root, ARGV);
    expect([exitCode, readText(root, "a.ts"), readText(root, "b.js")]).toEqual([
      0,
      "a();\nb();\n",
      "old(1);\n",
    ]);
  });
});
