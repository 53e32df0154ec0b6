import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scanWithCli, updateWithCli } from "../../support/ast-grep-cli.ts";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempTree, writeTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

/** Returns the page after Sluice, and after `ast-grep run -U`. */
async function byBoth(page: string, [pat, out]: [string, string], more = "") {
  const root = tempTree({ "a.html": page, "r.yaml": recipeOf([[pat, out]], more) });
  await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
  const ours = readText(root, "a.html");
  writeTree(root, { "a.html": page });
  updateWithCli(root, { pat, out });
  return { ours, cli: readText(root, "a.html") };
}

const PAGE = (inside: string) => `<!doctype html>\n<html>\n<body>\n  ${inside}\n</body>\n</html>\n`;

describe("code inside of HTML is edited as ast-grep run -U edits it (A7)", () => {
  it.each<[what: string, inside: string, op: [string, string]]>([
    [
      "a script",
      "<script>\n    f(1);\n    if (x) { f(\n      2,\n    ); }\n  </script>",
      ["f($A)", "g(\n  $A,\n)"],
    ],
    [
      "a script of one line",
      '<p>f(1)</p><script src="x">f(1);f("é😀")</script>',
      ["f($A)", "g($A, 0)"],
    ],
    [
      "a script in TypeScript",
      '<script lang="ts">const a: A = f(1 as B);</script>',
      ["$X as $T", "<$T>$X"],
    ],
    ["a module", '<script type="module">import { a } from "b"; f(a)</script>', ["f($A)", "g($A)"]],
    ["a style", "<style>\n  a { color: red; }\n</style>", ["color: red;", "color: blue;"]],
    ["an attribute, which is not embedded code", '<a onclick="f(1)">x</a>', ["f($A)", "g($A)"]],
    [
      "a capture that is indented, behind the tag and below it",
      "<script>f({\n      a,\n                b\n    })</script>",
      ["f($A)", "g(\n  $A\n)"],
    ],
    [
      "a script far behind the beginning of its line",
      `<p>${"é😀 ".repeat(200)}</p>  <script>f({\n      a })</script>`,
      ["f($A)", "g(\n  $A\n)"],
    ],
    ["an empty script", "<script></script><script>f(1)</script>", ["f($A)", "g($A)"]],
  ])("%s", async (_what, inside, op) => {
    const { ours, cli } = await byBoth(PAGE(inside), op);
    expect(ours).toBe(cli);
  });

  it("in every part, although the command writes only the last one", async () => {
    const page = PAGE("<script>f(1)</script><p>f(2)</p><script>f(3)</script>");
    const { ours } = await byBoth(page, ["f($A)", "g($A)"]);
    expect(ours).toBe(PAGE("<script>g(1)</script><p>f(2)</p><script>g(3)</script>"));
  });

  it("but not in data and templates, which only look like code", async () => {
    const page = PAGE(
      '<script type="application/json">[f(1)]</script><script type="text/x">f(1)</script>',
    );
    expect((await byBoth(page, ["f($A)", "g($A)"])).ours).toBe(page);
  });

  it("and A8 is not edited if it has syntax errors", async () => {
    const page = PAGE("<script>f(1); const = ;</script>");
    expect((await byBoth(page, ["f($A)", "g($A)"])).ours).toBe(page);
  });

  it("and never beyond its end: a comment or a whole program is cut off there", async () => {
    const page = "<p>a</p><script>f(1); // old</script><p>keep</p>\n";
    const root = (rule: string) =>
      tempTree({
        "a.html": page,
        "x.yml": rule,
        "r.yaml": 'version: 1\nsteps:\n  - ast_edit: { rules: ["x.yml"] }\n',
      });
    const comment = root("id: x\nlanguage: js\nrule: { kind: comment }\nfix: ''\n");
    await cliReport(comment, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(readText(comment, "a.html")).toBe("<p>a</p><script>f(1); </script><p>keep</p>\n");
    const program = root("id: x\nlanguage: js\nrule: { kind: program }\nfix: init()\n");
    await cliReport(program, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(readText(program, "a.html")).toContain("</script><p>keep</p>\n");
  });

  it("and the syntax errors that an edit adds there are reported", async () => {
    const root = tempTree({
      "a.html": PAGE("<script>foo(1);</script>"),
      "r.yaml": recipeOf([["foo($A)", "bar($A"]]),
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "safe"]);
    expect([exitCode, report.actions[0]?.facts.newSyntaxErrors]).toEqual([4, true]);
  });

  it("and not in data, however its attributes are written", async () => {
    const page = PAGE('<SCRIPT TYPE=" Text/Template ">f(1)</SCRIPT>');
    expect((await byBoth(page, ["f($A)", "g($A)"])).ours).toBe(page);
  });

  it.each<[what: string, page: string, rule: string]>([
    [
      "a transformation keeps the indentation that it has there",
      "<body>\n  <script>f({\n    a,\n              b\n  })</script>\n</body>\n",
      "{ pattern: f($A) }\ntransform: { B: { replace: { source: $A, replace: x, by: y } } }\nfix: k($B)",
    ],
    [
      "a place is one of the page",
      "<body>\n  <b>é😀</b><script>f(1); f(2)</script>\n</body>\n",
      "{ pattern: f($A), range: { start: { line: 1, column: 23 }, end: { line: 1, column: 27 } } }\nfix: g($A)",
    ],
    [
      "a comment far behind the beginning of the first line is about the whole script",
      `${"<i>x</i>".repeat(100)}<script>// ast-grep-ignore\n\nf(1)\nf(2)</script>\n`,
      "{ pattern: f($A) }\nfix: g($A)",
    ],
    [
      "a comment alone in a script is about the line below, not about the whole page",
      "<p>\n<script>// ast-grep-ignore\nf(1)\n\nf(2)</script>\n",
      "{ pattern: f($A) }\nfix: g($A)",
    ],
    [
      "a comment in the first line of the page, alone in its script, is about the whole script",
      "<script>// ast-grep-ignore\n\nf(1)\nf(2)</script>\n",
      "{ pattern: f($A) }\nfix: g($A)",
    ],
  ])("by ast-grep scan -U too: %s", async (_what, page, rule) => {
    const root = tempTree({
      "a.html": page,
      "r.yaml": 'version: 1\nsteps:\n  - ast_edit: { rules: ["x.yml"] }\n',
      "x.yml": `id: x\nlanguage: js\nrule: ${rule}\n`,
    });
    await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    const ours = readText(root, "a.html");
    writeTree(root, { "a.html": page });
    scanWithCli(root, readText(root, "x.yml"));
    expect(ours).toBe(readText(root, "a.html"));
  });

  it("A9 with the syntax errors of all scripts that would be edited, in the order of the page", async () => {
    const root = tempTree({
      "a.html": PAGE(
        "<style>a { b: c }</style>\n<script>f(0); const = ;</script>\n<p>< /p>\n<script>f(1); const = ;</script>",
      ),
      "r.yaml": recipeOf([["f($A)", "g($A)"]]),
    });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    const lines = report.skipped[0]?.issues?.map(({ line }) => line) ?? [];
    expect(lines).toEqual([5, 7]);
  });

  it("by rule files of its language", async () => {
    const root = tempTree({
      "a.html": PAGE("<script>f(1)</script>"),
      "r.yaml": 'version: 1\nsteps:\n  - ast_edit: { rules: ["x.yml"] }\n',
      "x.yml": "id: x\nlanguage: js\nrule: { pattern: f($A) }\nfix: g($A)\n",
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(report.actions[0]?.facts).toMatchObject({ idempotent: true, newSyntaxErrors: false });
    expect(readFileSync(join(root, "a.html"), "utf8")).toBe(PAGE("<script>g(1)</script>"));
  });
});
