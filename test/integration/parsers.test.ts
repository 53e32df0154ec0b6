import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempRepository, tempTree } from "../support/temp-tree.ts";

/** A parser that finds `bad` an error. */
const SCRIPT = "process.exit(/bad/.test(require('fs').readFileSync(0, 'utf8')) ? 1 : 0)";
const PARSERS = `parsers: { css: { run: ["${process.execPath}", -e, "${SCRIPT}"] } }\n`;

const FILES = { "a.css": "a { b: old }\n", "b.css": "/* bad */ a { b: old }\n" };

const recipe = (out: string, more = "") => `version: 1
name: r
${more}steps:
  - ast_edit: { per: file, paths: ["*.css"], ops: [{ rule: { kind: plain_value, regex: ^old$ }, out: ${out} }] }
`;

const POLICY = `version: 1\nextends: safe\n`;

async function decisions(files: Record<string, string>, ...words: string[]) {
  const root = tempTree({ ...FILES, ...files });
  const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", ...words]);
  const { actions, diagnostics } = report;
  return {
    rules: actions.map(({ facts, ruleId }) => [facts.newSyntaxErrors, ruleId]),
    told: report.alerts.map(({ code, message }) => `${code} ${message.replace(/`.*`/, "P")}`),
    diagnostics: diagnostics.map(({ code, path, line }) => [code, path, line]),
    exitCode: report.exitCode,
  };
}

it("judges new syntax errors by the parser of a recipe, and knows none if the text before has some", async () => {
  const files = { "r.yaml": recipe("bad", PARSERS) };
  expect(await decisions(files, "safe", "--allow-code")).toMatchObject({
    rules: [
      [true, "new-syntax-errors"],
      [undefined, "syntax-unknown"],
    ],
    told: [
      "parser-failed b.css: new syntax errors cannot be told. The parser of css, P, refuses the text before, too.",
    ],
  });
  expect(
    await decisions({ "r.yaml": recipe("fine", PARSERS) }, "safe", "--allow-code"),
  ).toMatchObject({
    rules: [
      [false, "safe"],
      [undefined, "syntax-unknown"],
    ],
  });
});

it("lets the parser of a policy judge instead of that of a recipe", async () => {
  const strange = 'parsers: { css: ["no-such-parser"] }\n';
  const files = { "r.yaml": recipe("bad", strange), "p.yaml": POLICY + PARSERS };
  expect(await decisions(files, "p.yaml", "--allow-code")).toMatchObject({
    rules: [
      [true, "new-syntax-errors"],
      [undefined, "syntax-unknown"],
    ],
  });
  expect(
    await decisions({ "r.yaml": recipe("bad", strange) }, "safe", "--allow-code"),
  ).toMatchObject({
    rules: [
      [undefined, "syntax-unknown"],
      [undefined, "syntax-unknown"],
    ],
    told: [
      "parser-failed a.css and 1 more file: new syntax errors cannot be told. The parser of css, P, was not found: install it.",
    ],
  });
});

it("starts no parser without consent, of a recipe or of a policy", async () => {
  const mark = `parsers: { css: ["${process.execPath}", -e, "require('fs').writeFileSync('ran', '')"] }\n`;
  const cases = [
    [{ "r.yaml": recipe("fine", mark) }, "safe", "r.yaml", 3],
    [{ "r.yaml": recipe("fine"), "p.yaml": POLICY + mark }, "p.yaml", "p.yaml", 3],
  ] as const;
  for (const [files, policy, path, line] of cases) {
    const root = tempTree({ ...FILES, ...files });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", policy]);
    expect(report).toMatchObject({
      exitCode: 2,
      diagnostics: [{ code: "custom-tools-not-allowed", path, line }],
    });
    expect(() => readText(root, "ran")).toThrow();
  }
});

it("starts no parser where only the base is trusted, also with consent", async () => {
  const mark = `parsers: { css: ["${process.execPath}", -e, "require('fs').writeFileSync('ran', '')"] }\n`;
  for (const files of [
    { "r.yaml": recipe("fine", mark), "p.yaml": POLICY },
    { "r.yaml": recipe("fine"), "p.yaml": POLICY + mark },
  ]) {
    const root = tempRepository({ ...FILES, ...files });
    const words = ["run", "r.yaml", "--policy", "p.yaml", "--trust", "base", "--base", "HEAD"];
    const { report } = await cliReport(root, [...words, "--allow-code"]);
    expect(report).toMatchObject({ exitCode: 2, diagnostics: [{ code: "not-trusted" }] });
    expect(() => readText(root, "ran")).toThrow();
  }
});

it("starts none if no fact of syntax errors is asked for", async () => {
  const mark = `parsers: { css: ["${process.execPath}", -e, "process.exit(1)"] }\n`;
  const root = tempTree({ ...FILES, "r.yaml": recipe("fine", mark) });
  const words = ["preview", "r.yaml", "--policy", "apply-all", "--allow-code", "--facts", "asked"];
  const { report } = await cliReport(root, words);
  expect([report.exitCode, report.alerts]).toEqual([0, []]);
});

it("judges texts that tools write, too", async () => {
  const step = `- tool: replace_text\n    with: { path: a.css, old: old, new: bad }\n`;
  const text = `version: 1\nname: r\n${PARSERS}steps:\n  ${step}`;
  expect(await decisions({ "r.yaml": text }, "safe", "--allow-code")).toMatchObject({
    rules: [[true, "new-syntax-errors"]],
  });
});

it.each([
  ["an unknown language", "parsers: { pythn: [python3] }\n", "unknown-language"],
  ["no program", "parsers: { python: [] }\n", "invalid-value"],
  ["files", 'parsers: { python: [python3, "{files}"] }\n', "invalid-value"],
  ["an unknown key", "parsers: { python: { run: [python3], paths: [a] } }\n", "unknown-key"],
])("refuses %s in recipes and policies", async (_what, parsers, code) => {
  const policy = `${POLICY}${parsers}`;
  const root = tempTree({ "r.yaml": recipe("fine", parsers), "p.yaml": policy });
  for (const file of ["r.yaml", "p.yaml"]) {
    const { stdout } = await cli(root, ["validate", file, "--format=json"]);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code }]);
  }
});

it("says in the reason by what it judged", async () => {
  const reasonOf = async (files: Record<string, string>, ...words: string[]) => {
    const root = tempTree(files);
    const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "safe", ...words]);
    return report.actions.map(({ facts, reason }) => [facts.syntaxJudges, reason]);
  };
  const reason = (judge: string) =>
    `Idempotent, adds no syntax error (by ${judge}), keeps its grouping, and loses nothing.`;
  const css = { "a.css": "a { b: old }\n" };
  expect(await reasonOf({ ...css, "r.yaml": recipe("fine") })).toEqual([
    [["the grammar of css"], reason("the grammar of css")],
  ]);
  const own = { ...css, "r.yaml": recipe("fine", PARSERS) };
  expect(await reasonOf(own, "--allow-code")).toEqual([
    [[process.execPath], reason(process.execPath)],
  ]);
  const script = recipe("fine")
    .replace(/"\*.css"/, '"*.ts"')
    .replace(/rule: .*\^old\$ }/, "pat: old");
  expect(await reasonOf({ "a.ts": "const fine = 1;\nold;\n", "r.yaml": script })).toEqual([
    [["oxc-parser"], reason("oxc-parser")],
  ]);
});

it("counts a word that an edit runs into as an error, also if the parser takes it", async () => {
  const ops = '{ pat: "-$A", out: "$A" }';
  const parsers = `parsers: { ts: ["${process.execPath}", -e, ""] }\n`;
  const text = `version: 1\nname: r\n${parsers}steps:\n  - ast_edit: { paths: ["*.ts"], ops: [${ops}] }\n`;
  const root = tempTree({ "r.yaml": text, "a.ts": "function f(a) { return-a }\n" });
  const words = ["preview", "r.yaml", "--policy", "safe", "--allow-code"];
  const { report } = await cliReport(root, words);
  expect(report.actions.map(({ facts }) => facts.newSyntaxErrors)).toEqual([true]);
});

it("tells in the reason where each result breaks: in several files, and in embedded code", async () => {
  const root = tempTree({
    "src/a.js": "a();\nf(1);\n\nf(2);\n",
    "src/b.html": "<p></p>\n<script>\nlet x; f(x);\n</script>\n",
    "r.yaml": `version: 1
name: r
steps:
  - ast_edit: { paths: [src/a.js, src/b.html], ops: [{ pat: f($A), out: "f($A,, 1)" }] }
`,
  });
  const words = ["preview", "r.yaml", "--policy", "safe"];
  const { report } = await cliReport(root, words);
  const asIs = "The result would have new syntax errors, by lines and columns of the result:";
  expect(report.actions.map(({ reason }) => reason)).toEqual([
    `${asIs} src/a.js:2:5 \`, 1);\`, src/a.js:4:5 \`, 1);\`, src/b.html:3:12 \`, 1);\`.`,
  ]);
});
