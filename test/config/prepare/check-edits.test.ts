import { expect, it } from "vitest";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const SHIPPED = [
  "assert-strict",
  "date-now",
  "node-util-is",
  "object-has-own",
  "string-trim",
  "zod-4-formats",
].map((name) => `shipped:${name}`);

/** The warnings about a recipe, with their places. */
async function warningsOf(recipe: string) {
  const root = tempTree({ "recipe.yaml": recipe });
  const { stdout, exitCode } = await cli(root, ["validate", "recipe.yaml", "--format=json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Found[] };
  const found = diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`);
  return { exitCode, found };
}

interface Found {
  readonly code: string;
  readonly line: number;
  readonly column: number;
}

const withOps = (ops: string, more = 'paths: ["**/*.ts"]') =>
  `version: 1\nsteps:\n  - ast_edit:\n      ${more}\n      ops:\n${ops}`;

it("warns of an `out` in block form that adds a line end", async () => {
  const blocks = ["|", "|-", ">", "|+", ">-"].map(
    (style, index) => `        - pat: f${index}($A)\n          out: ${style}\n            g($A)\n`,
  );
  const ops = `${blocks.join("")}        - { pat: h($A), out: "g($A)\\n" }\n        - pat: i($A)\n          out: |\n`;
  expect(await warningsOf(withOps(ops))).toEqual({
    exitCode: 0,
    found: ["7:16 line-end-in-out", "13:16 line-end-in-out", "16:16 line-end-in-out"],
  });
  const inMarkdown = withOps(
    "        - pat: '# $A'\n          out: |\n            # x\n",
    "lang: markdown",
  );
  expect((await warningsOf(inMarkdown)).found.filter((each) => each.includes("line-end"))).toEqual(
    [],
  );
});

it.each<[pat: string, out: string, isLost: boolean]>([
  ["var $A = require($B)", "const $A = require($B)", true],
  ["f($A);", "g($A)", true],
  ["import $A from 'x'", "import $A from 'y'", true],
  ["return $A", "return f($A)", true],
  ["return $A", "return f($A);", false],
  ["f($A);", "{ g($A); }", false],
  ["f($A)", "g($A)", false],
  ["f($A);", "", false],
  ["debugger", " ", false],
  ["if ($A) { $$$B }", "while ($A) $$$B", false],
  ["$A && $A()", "$A?.()", false],
])("tells if a match of `%s` loses its `;` with `%s`", async (pat, out, isLost) => {
  const ops = `        - { pat: ${JSON.stringify(pat)}, out: ${JSON.stringify(out)} }\n`;
  const { found } = await warningsOf(withOps(ops));
  expect(found.map((each) => each.split(" ")[1])).toEqual(isLost ? ["terminator-lost"] : []);
});

it("does not warn of a pattern behind the same one with `;`, nor of a language without `;`", async () => {
  const ops = `        - { pat: return $A;, out: return f($A); }\n        - { pat: return $A, out: return f($A) }\n`;
  expect((await warningsOf(withOps(ops))).found).toEqual([]);
  const one = "        - { pat: return $A, out: return f($A) }\n";
  for (const more of ["lang: go", "lang: python", 'paths: ["**"]'])
    expect((await warningsOf(withOps(one, more))).found).not.toContain("terminator-lost");
});

it.each<[pat: string, out: string, isLost: boolean]>([
  ["oldApi($A)", "newApi($A)", false],
  ["await $A.old()", "await $A.new()", false],
  ["x = $A", "y = $A", false],
  ["return $A", "return f($A)", true],
  ["var $A = $B", "const $A = $B", true],
])(
  "tells of a step for pages that `%s` with `%s` loses the `;` of a script, if it does",
  async (pat, out, isLost) => {
    const ops = `        - { pat: ${JSON.stringify(pat)}, out: ${JSON.stringify(out)} }\n`;
    const globs = 'languageGlobs: { html: ["*.vue"] }\n';
    for (const paths of ['["*.html"]', '["src/**/*.vue"]', '["**/*.{html,vue}"]', "[a.html]"]) {
      const { found } = await warningsOf(withOps(ops, `paths: ${paths}`) + globs);
      expect(found.map((each) => each.split(" ")[1])).toEqual(isLost ? ["terminator-lost"] : []);
    }
  },
);

it("does not warn of a language in which the pattern is not valid", async () => {
  const one = "        - { pat: oldApi($A), out: newApi($A) }\n";
  for (const more of ['paths: ["*.{ts,css}"]', "languages: [javascript, css]", "lang: html"])
    expect((await warningsOf(withOps(one, more))).found).toEqual([]);
});

it("does not warn of a recipe that ships", async () => {
  const { stdout, exitCode } = await cli(tempTree({}), ["validate", ...SHIPPED]);
  expect({ exitCode, hasWarning: stdout.includes("warning") }).toEqual({
    exitCode: 0,
    hasWarning: false,
  });
});
