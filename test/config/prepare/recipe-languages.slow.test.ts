// A process of its own: the grammars of a process are loaded once, and these runs need all of them.
import { describe, expect, it } from "vitest";
import { findInvalidOps } from "../../../src/tools/ast-edit/search/compile-ops.ts";
import { here, RUN, repository } from "../../support/mixed-tree.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const files = {
  "a.ts": "x = util.isArray(old);\n",
  "page.html": "<p>util.isArray(old)</p><script>x = util.isArray(old)</script>\n",
  "README.md": "util.isArray(old)\n\n- old\n",
  "c.yml": "- util.isArray(old)\n- old\n",
  "d.py": "x = util.isArray(old)\n",
  "e.sh": "util.isArray old\n",
  "f.css": "old { color: red }\n",
};

/** Returns the paths that a run changes. */
async function changed(recipe: string) {
  const root = repository(recipe, files);
  const run = await cliReport(root, RUN, here);
  const paths = Object.keys(files).filter(
    (path) => readText(root, path) !== files[path as keyof typeof files],
  );
  return { ...run, paths };
}

describe("languages of a recipe, a step, or a call", () => {
  const ops = [["util.isArray($A)", "Array.isArray($A)"]] as const;

  it.each([
    [
      "a recipe",
      (recipe: string) => recipe.replace("steps:", "languages: [ts, js]\nsteps:"),
      ["a.ts", "page.html"],
    ],
    [
      "a step",
      (recipe: string) => recipe.replace("- id: edit", "- id: edit\n    languages: [py]"),
      ["d.py"],
    ],
    [
      "a call",
      (recipe: string) => recipe.replace("ast_edit:", "ast_edit:\n      languages: [TypeScript]"),
      ["a.ts"],
    ],
    [
      "a step and its recipe",
      (recipe: string) =>
        recipe
          .replace("steps:", "languages: [ts]\nsteps:")
          .replace("- id: edit", "- id: edit\n    languages: [python]"),
      ["d.py"],
    ],
    [
      "`lang` and a recipe",
      (recipe: string) =>
        recipe
          .replace("steps:", "languages: [ts]\nsteps:")
          .replace("ast_edit:", "ast_edit:\n      lang: python"),
      ["d.py"],
    ],
  ])("A6 filter the files: %s", async (_where, change, expected) => {
    const { paths, exitCode } = await changed(change(recipeOf(ops)));
    expect([exitCode, paths]).toEqual([0, expected]);
  });

  it.each([
    ["languages: [ts, cobol]\nsteps:", "steps:"],
    ["ast_edit:\n      languages: [ts, cobol]", "ast_edit:"],
  ])("A6 must exist: %s", async (to, from) => {
    const { exitCode, report } = await changed(recipeOf(ops).replace(from, to));
    expect([exitCode, report.diagnostics[0]?.code]).toEqual([2, "unknown-language"]);
    expect(report.diagnostics[0]?.message).toBe("There is no language `cobol`.");
    expect(report.diagnostics[0]?.hint).toContain("typescript");
  });

  it("A6 cannot be named beside `lang`", async () => {
    const { exitCode, report } = await changed(recipeOf(ops, "lang: ts\nlanguages: [js]"));
    expect([exitCode, report.diagnostics[0]?.message]).toEqual([
      2,
      expect.stringContaining("beside `lang`"),
    ]);
  });
});

describe("A6 `lang` alone reads only files of that language", () => {
  it.each([
    ["lang: python", ["d.py"]],
    ['lang: ts\npaths: ["**/*.{py,ts}"]', ["a.ts", "d.py"]],
    ["lang: ts\npaths: [d.py]", ["d.py"]],
    ['lang: ts\npaths: ["*"]', ["a.ts"]],
  ])("%s", async (more, expected) => {
    const { paths } = await changed(recipeOf([["util.isArray($A)", "Array.isArray($A)"]], more));
    expect(paths).toEqual(expected);
  });
});

describe("A7 a single token of a language that the recipe does not name", () => {
  it("is not looked for there, and the report says so", async () => {
    const { exitCode, report, paths } = await changed(
      recipeOf([["util.isArray", "Array.isArray"]]),
    );
    expect([exitCode, paths]).toEqual([0, ["a.ts", "page.html", "d.py"]]);
    const left = report.alerts.filter(({ code }) => code === "language-left-out");
    const languages = left.map(({ message }) => /^Files of (\w+) were/.exec(message)?.[1]);
    expect(languages.sort()).toEqual(["bash", "html", "markdown", "yaml"]);
    const [{ message } = { message: "" }] = left;
    expect(message).toMatch(
      /which the step does not name in `languages`\. Name \w+ there if it is meant\.$/,
    );
  });

  it.each([
    ["", ["a.ts", "page.html", "d.py", "e.sh"]],
    ['paths: ["*.{md,yml}"]', ["README.md", "c.yml"]],
  ])(
    "a word is one in text, data and styles, not in code: `old` with %s",
    async (more, expected) => {
      const { exitCode, paths } = await changed(recipeOf([["old", "fresh"]], more));
      expect([exitCode, paths]).toEqual([0, expected]);
    },
  );

  it("is an error in words if no language is left", () => {
    const op = { kind: "pattern", id: "ops[0]", pat: "old", out: "fresh" } as const;
    const [invalid] = findInvalidOps([op], ["html", "css"]);
    expect(invalid?.problems).toMatchObject([
      {
        code: "single-token",
        message: "`old` is a single token of html, which the step does not name",
      },
    ]);
    expect(findInvalidOps([op], ["html", "css"], new Set(["html"]))).toEqual([]);
    expect(findInvalidOps([op], ["html", "css", "typescript"])).toEqual([]);
  });
});

describe("nothing to do is quiet", () => {
  const tree = { "a.css": "a { color: red }\n", "README.md": "f(1)\n" };

  it.each(["", 'paths: ["**/*.ts"]', "languages: [ts]", "lang: ts"])(
    "one line, and 0: %s",
    async (more) => {
      const root = repository(
        recipeOf(
          [
            ["f($A)", "g($A)"],
            ["h($A)", "i($A)"],
          ],
          more,
        ),
        tree,
      );
      const { exitCode, stdout, stderr } = await cli(root, ["preview", "recipe.yaml"], here);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(
        /^Nothing to do\. \d files? searched(, \d skipped)?\. Outcome: ok \(exit code 0\)\.\n$/,
      );
    },
  );

  it("A3 the report has one warning for each step", async () => {
    const root = repository(recipeOf([["f($A)", "g($A)"]], "lang: ts"), tree);
    const { report } = await cliReport(root, RUN, here);
    expect(report.alerts).toMatchObject([{ level: "warn", message: "No replacements made" }]);
  });
});
