import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree, writeTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: swap
scope: { exclude: ["gen/**"], readonly: ["docs/**"] }
steps:
  - id: swap
    ast_edit:
      paths: ["**/*.ts", "**/*.py"]
      ops:
        - { pat: "assertEqual($A, $B)", out: "assertEqual($B, $A)" }
`;
const CODE = 'x();\nassertEqual(a, b, "m");\nassertEqual(c, d);\n';
const FILES = {
  "recipes/swap.yaml": RECIPE,
  ".gitignore": "ignored.ts\n",
  "src/a.ts": CODE,
  "src/b.tsx": CODE,
  "src/c.py": "x = 1\n",
  "src/broken.ts": "assertEqual(a, b);\nfoo(;\n",
  "src/made.ts": `// @generated\n${CODE}`,
  "gen/a.ts": CODE,
  "docs/a.ts": CODE,
  "empty.ts": "",
  "bytes.ts": "a\0b",
  "r.yaml": RECIPE.replace("assertEqual($A, $B)", "assertEqual($A, "),
};

function explained(root: string, ...words: readonly string[]) {
  return cli(root, ["explain-match", ...words]);
}

async function productOf(root: string, ...words: readonly string[]) {
  const { stdout, exitCode } = await explained(root, ...words, "--format", "json");
  return { exitCode, product: JSON.parse(stdout) };
}

describe("sluice explain-match RECIPE FILE", () => {
  it("shows the matches of each op, and for a line the first difference with both texts", async () => {
    const root = tempTree(FILES);
    expect(await explained(root, "swap", "src/a.ts")).toEqual({
      exitCode: 0,
      stderr: "",
      stdout: `src/a.ts and the recipe swap

step swap (ast_edit): read as typescript

  ✔ ops[0] (typescript): 1 match
      3 | assertEqual(c, d);
          ^^^^^^^^^^^^^^^^^
`,
    });
    const { stdout } = await explained(root, "swap", "src/a.ts:2");
    expect(stdout).toContain(`
    nearest, line 2 (pat): the pattern has a call with 2 arguments, the code has 3
      2 | assertEqual(a, b, "m");
                            ^^^
      pattern | assertEqual($A, $B)
                           ^^^^^^^^
      hint: \`$$$ARGS\` stands for any number of them
`);
  });

  it("explains searches by a rule, and says if an earlier step would have changed the file", async () => {
    const edit = (id: string, pat: string) =>
      `  - { id: ${id}, ast_edit: { ops: [{ pat: "${pat}", out: y() }] } }\n`;
    const search =
      '  - { id: rule, tool: ast_grep, with: { rule: { pattern: "x()" }, paths: ["**/*.ts"] } }\n';
    const steps = edit("one", "x()") + edit("two", "y()") + search;
    const root = tempTree({ ...FILES, "s.yaml": `version: 1\nsteps:\n${steps}` });
    const { product } = await productOf(root, "s.yaml", "src/a.ts");
    expect(product.steps).toMatchObject([
      { step: "one", reading: { notes: [] }, ops: [{ matches: 1 }] },
      {
        step: "two",
        reading: { notes: [{ code: "changed-before", message: expect.stringContaining("one") }] },
        ops: [{ matches: 0 }],
      },
      { step: "rule", ops: [{ id: "rule", matches: 1 }] },
    ]);
  });

  it("gives advice about extensions beside the note about languages, and not beside others", async () => {
    const recipe = RECIPE.replace('paths: ["**/*.ts", "**/*.py"]', "lang: ts").replace(
      "scope: {",
      'scope: { include: ["lib/**"],',
    );
    const root = tempTree({ ...FILES, "s.yaml": recipe });
    const { product } = await productOf(root, "s.yaml", "src/b.tsx");
    const { notes } = product.steps[0].reading;
    expect(notes.map(({ code }: { code: string }) => code)).toEqual([
      "excluded",
      "no-op-for-language",
    ]);
    expect([notes[0].hint, notes[1].hint]).toEqual([undefined, expect.stringContaining("tsx")]);
  });

  it("tells why a file is not searched, or not edited, each with a code that programs can ask", async () => {
    const root = tempTree(FILES);
    writeTree(root, { "ignored.ts": CODE });
    const codeOf = async (file: string) => {
      const { product } = await productOf(root, "swap", file);
      const { isRead, notes } = product.steps[0].reading;
      return [isRead, ...notes.map(({ code }: { code: string }) => code)];
    };
    expect(await codeOf("src/a.ts")).toEqual([true]);
    expect(await codeOf("src/b.tsx")).toEqual([false, "not-in-paths"]);
    expect(await codeOf("gen/a.ts")).toEqual([false, "excluded"]);
    expect(await codeOf("docs/a.ts")).toEqual([true, "readonly"]);
    const { product } = await productOf(root, "swap", "docs/a.ts");
    expect(product.steps[0].ops[0]).toMatchObject({ state: "matches", matches: 1 });
    expect(await codeOf("ignored.ts")).toEqual([true, "ignored"]);
    expect(await codeOf("src/broken.ts")).toEqual([true, "syntax-errors"]);
    expect(await codeOf("src/made.ts")).toEqual([true, "generated"]);
    expect(await codeOf("empty.ts")).toEqual([false, "empty"]);
  });

  it("tells if the errors of a page are those of the code that is edited", async () => {
    const recipe = RECIPE.replace('"**/*.ts", "**/*.py"', '"*.html"');
    const template = "<p>{a < b}</p>\n<script>assertEqual(a, b)";
    const root = tempTree({
      "page.yaml": recipe,
      "a.html": `${template}</script>\n`,
      "b.html": `${template}; const = ;</script>\n`,
    });
    const notesOf = async (file: string) =>
      (await productOf(root, "page.yaml", file)).product.steps[0].reading.notes;
    expect(await notesOf("a.html")).toMatchObject([
      {
        code: "syntax-errors",
        message: "the file has 1 syntax error, first in line 1: missing `>`",
      },
    ]);
    expect(await notesOf("b.html")).toMatchObject([
      { message: expect.stringContaining("has syntax errors: nothing in it is edited (1 error") },
    ]);
  });

  it("names the extension that is missing in `paths`, and the package of a grammar that is not installed", async () => {
    const root = tempTree(FILES);
    const beside = await explained(root, "swap", "src/b.tsx");
    expect(beside.stdout).toContain("`*.{ts,tsx}` is both");
    const { product } = await productOf(root, "-p", "f($A)", "-l", "typescript", "src/b.tsx:2");
    expect(product).toMatchObject({ path: "src/b.tsx", line: 2, steps: [{ tool: "ast_grep" }] });
  });

  it("explains a pattern that is not valid, of a recipe that no run would take", async () => {
    const root = tempTree(FILES);
    const { product, exitCode } = await productOf(root, "r.yaml", "src/a.ts");
    expect(exitCode).toBe(0);
    expect(product.steps[0].ops[0]).toMatchObject({
      state: "invalid",
      notes: [{ code: "pattern-syntax", part: "pat" }],
    });
  });

  it("ends with 2 for a file or a recipe that is not there, and for words that name no file", async () => {
    const root = tempTree(FILES);
    for (const words of [
      ["swap", "no.ts"],
      ["no", "src/a.ts"],
      ["swap"],
      ["swap", "src"],
      ["-p", "f()"],
      ["swap", "../x.ts"],
    ])
      expect((await explained(root, ...words)).exitCode).toBe(2);
    const { product } = await productOf(root, "swap", "no.ts");
    expect(product).toMatchObject({ exitCode: 2, diagnostics: [{ code: "file-not-found" }] });
  });

  it("writes nothing, and shows no byte that a terminal obeys", async () => {
    const root = tempTree({ ...FILES, "src/evil.ts": "assertEqual('\u001b[2J');\n" });
    const { stdout } = await explained(root, "swap", "src/evil.ts");
    expect(stdout).toContain("\\x1b[2J");
    expect(stdout).not.toContain("\u001b[2J");
  });
});
