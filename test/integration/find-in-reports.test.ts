import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { git, readText, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

const recipe = (step: string) => `version: 1\nname: lint\nsteps:\n  - ${step}\n`;
const LOG = 'id: log\n    find: { pat: "log($A)", message: "Log $A", severity: error, note: Why }';

/** Each form, and what it has of the finding. */
const FORMS: Readonly<Record<string, RegExp>> = {
  pretty: /^a\.ts:2:3 {2}error {4}Log 1 {2}log$/m,
  json: /"severity": "error",\s+"message": "Log 1",\s+"note": "Why",\s+"path": "a\.ts",\s+"startLine": 2/,
  jsonl: /"type":"finding","finding":\{.*"message":"Log 1"/,
  markdown: /\*\*error\*\* a\\?\.ts:2:3: Log 1 \\\(log\\\)/,
  html: /Log 1/,
  junit: /<testcase name="log: a\.ts".*>\s*<failure type="error" message="a\.ts:2:3: Log 1">/,
  sarif: /"ruleId": ?"lint\/log"[\s\S]*"level": ?"error"[\s\S]*Log 1/,
  github:
    /^::error file=a\.ts,line=2,endLine=2,col=3,endColumn=9,title=lint › log::Log 1%0A {2}Why$/m,
  gitlab: /"Log 1[\s\S]*"severity": ?"critical"/,
  checkstyle: /<error line="2" column="3" severity="error" message="Log 1/,
  rdjson: /"message": ?"Log 1\\n {2}Why"[\s\S]*"severity": ?"ERROR"/,
  rdjsonl: /"message":"Log 1\\n {2}Why".*"severity":"ERROR"/,
};

describe("the findings of a step", () => {
  it("are in every form of report but those of changes: csv and patch have none", async () => {
    const root = tempTree({ "a.ts": "f();\n  log(1);\n", "r.yaml": recipe(LOG) });
    const forms = [...Object.keys(FORMS), "csv", "patch"];
    const words = forms.flatMap((form) => ["--report", `${form}=out/${form}`]);
    await cli(root, ["run", "r.yaml", ...words]);
    for (const [form, has] of Object.entries(FORMS))
      expect.soft(readText(root, `out/${form}`), form).toMatch(has);
    for (const form of ["csv", "patch"])
      expect.soft(readText(root, `out/${form}`), form).not.toContain("log(");
  });

  it("E3 are bounded where people read, with how many are left out", async () => {
    const root = tempTree({ "a.ts": "log(1);\n".repeat(101), "r.yaml": recipe(LOG) });
    const { stdout } = await cli(root, ["preview", "r.yaml"]);
    expect(stdout).toContain("… 1 more: --verbose lists all\n\n101 findings: 101 errors.");
    const all = await cli(root, ["preview", "r.yaml", "--verbose"]);
    expect(all.stdout.match(/^a\.ts:/gm)).toHaveLength(101);
    const { stdout: notes } = await cli(root, ["preview", "r.yaml", "--format", "github"]);
    expect(notes.match(/^::error/gm)).toHaveLength(10);
    expect(notes).toContain("92 more");
  });

  it("come of each call of a group, in the order in which they are written", async () => {
    const group = `id: both\n    parallel:\n      - ${LOG.replaceAll("\n", "\n    ")}\n      - { id: f, find: { pat: "f()" } }`;
    const root = tempTree({ "a.ts": "f();\nlog(1);\n", "r.yaml": recipe(group) });
    const { report } = await cliReport(root, ["run", "r.yaml"]);
    expect(report.findings?.map(({ step, startLine }) => [step, startLine])).toEqual([
      ["log", 2],
      ["f", 1],
    ]);
    expect(report.steps[0]?.found).toMatchObject({ total: 2, errors: 1, warnings: 1 });
  });

  it("are those of the staged texts, compared with HEAD", async () => {
    const step = `${LOG}\n    expect: { notMoreThan: base }`;
    const root = tempRepository({ "a.ts": "log(1);\n", "r.yaml": recipe(step) });
    writeTree(root, { "a.ts": "log(1);\nlog(2);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "log(9);\nlog(8);\nlog(7);\n" });
    const { report } = await cliReport(root, ["preview", "r.yaml", "--staged"]);
    expect(report.exitCode).toBe(1);
    const found = report.findings?.map(({ message, isNew = false }) => [message, isNew]);
    expect(found).toEqual([
      ["Log 1", false],
      ["Log 2", true],
    ]);
  });

  it("are of every spelling of a name, and of nothing else", async () => {
    const step = 'find: { pat: "read($A)", names: { read: { from: fs, export: readFile } } }';
    const text = 'import { readFile as r } from "fs";\nimport * as fs from "fs";\n';
    const files = { "a.ts": `${text}r(1);\nfs.readFile(2);\nread(3);\n`, "r.yaml": recipe(step) };
    const { report } = await cliReport(tempTree(files), ["run", "r.yaml"]);
    expect(report.diagnostics).toEqual([]);
    expect(report.findings?.map(({ startLine }) => startLine)).toEqual([3, 4]);
  });
});
