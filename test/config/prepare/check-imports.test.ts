import { expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

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
  ["languages: [python, css]", ""],
  ["paths: [src]", "languages: [python]\n"],
  ['paths: ["*.html"]', ""],
  ['paths: ["**/*.{py,vue}"]', 'languageGlobs: { html: ["*.vue"] }\n'],
  ['paths: ["*.py"]\n      languages: [typescript, python]', ""],
])("refuses `imports` in a step whose files have none that are known: %s", async (step, more) => {
  const root = tempTree({ "r.yaml": recipe(step, more), "a.py": "old(1)\n" });
  for (const command of [["validate"], ["run", "--policy=safe"]] as const) {
    const { exitCode, stdout, stderr } = await cli(root, [...command, "r.yaml"]);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain("ops[1]: the files of the step are of ");
    expect(stdout + stderr).toContain("`imports` changes those of files of javascript, typescript");
  }
  expect(readText(root, "a.py")).toBe("old(1)\n");
});

it.each([
  "lang: tsx",
  "languages: [python, javascript]",
  "paths: [src]",
  'paths: ["*.{py,ts}"]',
  'paths: ["*.html", "**"]',
])("takes `imports` in a step that may meet a file with known ones: %s", async (step) => {
  const root = tempTree({ "r.yaml": recipe(step) });
  expect((await cli(root, ["validate", "r.yaml"])).exitCode).toBe(0);
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
