import { expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { REPOSITORY } from "../../support/grammar-packages.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const PACKAGES = ["--packages", REPOSITORY];

const recipe = (step: string, more = "") => `version: 1
name: r
${more}steps:
  - ast_edit:
      ${step}
      ops:
        - { pat: old($A), out: fresh($A) }
        - imports: { add: [{ from: fresh, names: [fresh] }] }
`;

it.each([
  ["lang: css", ""],
  ["lang: html", ""],
  ["languages: [ruby, css]", ""],
  ["paths: [src]", "languages: [ruby]\n"],
  ['paths: ["*.html"]', ""],
  ['paths: ["**/*.{rb,vue}"]', 'languageGlobs: { html: ["*.vue"] }\n'],
  ['paths: ["*.rb"]\n      languages: [typescript, ruby]', ""],
])("refuses `imports` in a step whose files have none that are known: %s", async (step, more) => {
  const root = tempTree({ "r.yaml": recipe(step, more), "a.rb": "old(1)\n" });
  for (const command of [["validate"], ["run", "--policy=safe"]] as const) {
    const { exitCode, stdout, stderr } = await cli(root, [...command, "r.yaml"]);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain("ops[1]: the files of the step are of ");
    expect(stdout + stderr).toContain("`imports` changes those of files of javascript, typescript");
  }
  expect(readText(root, "a.rb")).toBe("old(1)\n");
});

it.each([
  "lang: tsx",
  "languages: [python, javascript]",
  "paths: [src]",
  'paths: ["*.{py,ts}"]',
  'paths: ["*.html", "**"]',
  "lang: python",
])("takes `imports` in a step that may meet a file with known ones: %s", async (step) => {
  const root = tempTree({ "r.yaml": recipe(step) });
  expect((await cli(root, ["validate", "r.yaml", ...PACKAGES])).exitCode).toBe(0);
});

it("tells once at the run of `imports` that took part in no file, if others were edited", async () => {
  const pages = "<script>\nold(1);\n</script>\n";
  const files = { "r.yaml": recipe("per: file"), "a.html": pages, "b.html": pages };
  const codesOf = async (more: Record<string, string>) => {
    const { report } = await cliReport(tempTree({ ...files, ...more }), ["preview", "r.yaml"]);
    return besidesLoss(report.alerts).map(({ code }) => code);
  };
  expect(await codesOf({ "c.ts": "other(1);\n" })).toEqual(["imports-unknown"]);
  expect(await codesOf({ "c.ts": "old(1);\n" })).toEqual([]);
  expect(await codesOf({ "a.html": "", "b.html": "" })).toEqual(["no-replacements"]);
});

it("changes imports of Python only in a step that names it", async () => {
  const files = { "a.py": "import x\n\nold(1)\n", "b.ts": "old(1);\n" };
  const after = async (step: string) => {
    const root = tempTree({ "r.yaml": recipe(step), ...files });
    const { report } = await cliReport(root, ["run", "--policy=apply-all", "r.yaml", ...PACKAGES]);
    const codes = besidesLoss(report.alerts).map(({ code }) => code);
    return { text: readText(root, "a.py"), codes };
  };
  const named = { text: "import x\nfrom fresh import fresh\n\nfresh(1)\n", codes: [] };
  expect(await after("languages: [python]")).toEqual(named);
  expect((await after("paths: [.]")).text).toBe("import x\n\nfresh(1)\n");
  expect((await after("paths: [a.py]")).text).toBe(named.text);
});

const named = (step: string, op: string) => `version: 1
name: r
steps:
  - ast_edit:
      ${step}
      ops: [${op}]
`;
const NAMES = "{ pat: f($A), out: g($A), names: { f: { from: m, export: f } } }";
const RENAME = "{ rename: { name: f, to: g } }";

it.each([
  ["lang: ruby", NAMES, "`names` is for files of javascript, typescript, tsx, python"],
  ['paths: ["**/*.{rb,css}"]', NAMES, "`names` is for files of"],
  ["lang: go", RENAME, "`rename` is for files of javascript, typescript, tsx, python"],
])(
  "refuses names in a step whose files have none that are known: %s %s",
  async (step, op, hint) => {
    const root = tempTree({ "r.yaml": named(step, op) });
    const { exitCode, stdout, stderr } = await cli(root, ["validate", "r.yaml", ...PACKAGES]);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain("whose names are not known");
    expect(stdout + stderr).toContain(hint);
  },
);

it.each([
  ["lang: python", NAMES],
  ["languages: [html]", RENAME],
  ["languages: [ruby, python]", NAMES],
])("takes names in a step that may meet a file with known ones: %s %s", async (step, op) => {
  const root = tempTree({ "r.yaml": named(step, op) });
  expect((await cli(root, ["validate", "r.yaml", ...PACKAGES])).exitCode).toBe(0);
});
