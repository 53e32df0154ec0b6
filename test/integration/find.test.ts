import { describe, expect, it } from "vitest";
import { findingsOfCli } from "../support/ast-grep-cli.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

const recipe = (...steps: readonly string[]) =>
  `version: 1\nname: lint\nsteps:\n${steps.map((step) => `  - ${step}\n`).join("")}`;

const LOG = 'id: log\n    find: { pat: "console.log($$$A)", message: "Log $$$A" }';

const TEXT = "console.log(console.log(1));\nf();\n";

/** The findings of a run without a policy: the place of each, its severity, message and rule. */
async function found(files: Record<string, string>, args: readonly string[] = []) {
  const root = tempTree(files);
  const { report } = await cliReport(root, ["run", "r.yaml", ...args]);
  return { root, report, places: placesOf(report) };
}

function placesOf({ findings = [] }: Awaited<ReturnType<typeof cliReport>>["report"]) {
  return findings.map(({ path, startLine, startColumn, severity, message = "", rule = "" }) =>
    `${path}:${startLine}:${startColumn} ${severity} ${message} ${rule}`.trim(),
  );
}

describe("a step that finds", () => {
  it("E1 tells of every match, also one in another one, changes nothing, and needs no policy", async () => {
    const { root, report, places } = await found({ "a.ts": TEXT, "r.yaml": recipe(LOG) });
    expect(places).toEqual(["a.ts:1:1 warning Log console.log(1)", "a.ts:1:13 warning Log 1"]);
    expect(readText(root, "a.ts")).toBe(TEXT);
    expect(report).toMatchObject({ exitCode: 0, actions: [], calls: [] });
    expect(report.steps[0]?.found).toMatchObject({ total: 2, files: 1, warnings: 2 });
  });

  it("takes rule files of ast-grep as they are, without a fix, and honors their comments", async () => {
    const rules =
      "id: no-eval\nlanguage: ts\nseverity: error\nmessage: No eval of $A\nrule: { pattern: eval($A) }\n";
    const text = "eval(1);\n// ast-grep-ignore\neval(2);\n";
    const step = "find: { rules: [no.yml] }";
    const files = { "a.ts": text, "no.yml": rules, "r.yaml": recipe(step) };
    expect((await found(files)).places).toEqual(["a.ts:1:1 error No eval of 1 no-eval"]);
    const softer = { ...files, "r.yaml": recipe("find: { rules: [no.yml], severity: info }") };
    expect((await found(softer)).places).toEqual(["a.ts:1:1 info No eval of 1 no-eval"]);
    expect((await found(files, ["--check"])).report.exitCode).toBe(1);
    expect((await found(softer, ["--check"])).report.exitCode).toBe(0);
  });

  it("fails beyond its most findings, and tells why", async () => {
    const step = `${LOG}\n    expect: { maxFindings: 1 }`;
    const { report } = await found({ "a.ts": TEXT, "r.yaml": recipe(step) });
    expect(report.exitCode).toBe(1);
    expect(report.alerts.map(({ message }) => message)).toEqual([
      "Expected at most 1 findings, and there are 2.",
    ]);
  });

  it("sees what earlier steps have changed, and later steps see what it found", async () => {
    const edit = 'ast_edit: { ops: [{ pat: "console.log($$$A)", out: "log($$$A)" }], passes: 3 }';
    const late = 'when: steps.log.output.count > 0\n    find: { pat: "f()" }';
    const files = { "a.ts": TEXT, "r.yaml": recipe(edit, LOG, late) };
    const { report } = await cliReport(tempTree(files), ["preview", "r.yaml"]);
    expect(report.findings).toBeUndefined();
    expect(report.steps.map(({ outcome }) => outcome)).toEqual(["done", "done", "skipped"]);
    const without = { ...files, "r.yaml": recipe(LOG, late) };
    expect((await found(without)).places).toHaveLength(3);
  });

  it.each([
    ['find: { pat: "f()", out: "g()" }', "A `find` never edits"],
    ['find: { pat: "f()", rules: [a.yml] }', "exactly one of"],
    ['find: { pat: "f()" }\n    expect: { notMoreThan: base }', "none is known"],
  ])("E2 refuses %s", async (step, words) => {
    const { report } = await found({ "a.ts": TEXT, "r.yaml": recipe(step) });
    expect(report.exitCode).toBe(2);
    expect(JSON.stringify(report.diagnostics)).toContain(words);
  });
});

describe("a ratchet against the base", () => {
  const step = `${LOG}\n    expect: { notMoreThan: base }`;
  const run = async (root: string) =>
    (await cliReport(root, ["preview", "r.yaml", "--base", "HEAD"])).report;

  it("E2 holds for lines and files that move, and names what is new", async () => {
    const files = { "a.ts": TEXT, "b.ts": "console.log(2);\n", "r.yaml": recipe(step) };
    const root = tempRepository(files);
    writeTree(root, { "a.ts": `// moved\n${TEXT}`, "c.ts": "console.log(2);\n", "b.ts": "" });
    expect(await run(root)).toMatchObject({ exitCode: 0 });
    const edited = TEXT.replace("log(console.log(1))", "log( console.log(1) )");
    writeTree(root, { "a.ts": `// moved\n${edited}console.log(3);\n` });
    const report = await run(root);
    expect(report.exitCode).toBe(1);
    expect(report.alerts.find(({ code }) => code === "expectation")?.message).toMatch(
      /where there are 3, and there are 4\. New: a\.ts:4\.$/,
    );
    const fresh = report.findings?.filter(({ isNew }) => isNew);
    expect(fresh?.map(({ startLine }) => startLine)).toEqual([4]);
  });
});

describe("beside ast-grep", () => {
  it("E1 finds what `ast-grep scan` finds, with the same messages", async () => {
    const rules = [
      "id: log\nlanguage: ts\nmessage: Log $$$A\nseverity: warning\nrule: { pattern: console.log($$$A) }",
      "id: up\nlanguage: ts\nmessage: $UP\nrule: { pattern: 'f($A)' }\ntransform: { UP: { convert: { source: $A, toCase: upperCase } } }",
    ].join("\n---\n");
    const text = "console.log(console.log(1), 2);\nf(abc);\nf(f(x));\n// ast-grep-ignore\nf(y);\n";
    const files = { "a.ts": text, "rules.yml": rules };
    const { root, report } = await found({
      ...files,
      "r.yaml": recipe("find: { rules: [rules.yml] }"),
    });
    const theirs = findingsOfCli(root, rules).map(({ ruleId, message, range: { start, end } }) =>
      [start.line + 1, start.column + 1, end.line + 1, end.column + 1, ruleId, message].join(" "),
    );
    const ours = (report.findings ?? []).map(
      ({ startLine, startColumn, endLine, endColumn, rule, message }) =>
        [startLine, startColumn, endLine, endColumn, rule, message].join(" "),
    );
    expect([...ours].sort()).toEqual([...theirs].sort());
    expect(ours).toHaveLength(5);
  });
});
