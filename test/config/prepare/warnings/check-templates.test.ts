import { expect, it } from "vitest";
import { checkTemplate } from "../../../../src/config/prepare/warnings/check-templates.ts";
import { createGrammars } from "../../../../src/edit/language/grammars.ts";
import { type Language, resolveLanguage } from "../../../../src/edit/language/language.ts";
import { packagesIn, REPOSITORY } from "../../../support/grammar-packages.ts";
import { cli } from "../../../support/run-cli.ts";
import { tempTree } from "../../../support/temp-tree.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

type Row = [names: string, pat: string, out: string];

async function told([names, pat, out]: Row): Promise<readonly string[]> {
  const languages = names.split(" ").map((name) => resolveLanguage(name) as Language);
  const op = { kind: "pattern", id: "ops[0]", pat, out, strictness: "smart" } as const;
  const place = { path: "recipe.yaml", line: 6, column: 31, frame: "" };
  const found = await checkTemplate(op, languages, place);
  return found.map(({ code, message }) => `${code} ${message.replace(/.* of (.*):.*/, "$1")}`);
}

it.each<Row>([
  ["javascript", "old($A)", "$A +"],
  ["typescript", "old($A)", "$A as"],
  ["tsx", "old($A)", ") => {"],
  ["tsx", "old($A)", "<b>$A"],
  ["javascript", "old($A)", "fresh($A"],
  ["javascript", "old($A)", "fresh($A))"],
  ["javascript", "old($A)", "fresh($A) /*"],
  ["javascript", "function $F() { $$$B }", "function $F() {"],
  ["python", "old($A)", "$A +"],
  ["python", "old($A)", "not"],
  ["go", "old($A)", "$A +"],
  ["rust", "old($A)", "match $A {"],
  ["java", "old($A)", "$A +"],
  ["c", "old($A)", "$A +"],
  ["cpp", "old($A)", "$A +"],
  ["ruby", "old($A)", "$A +"],
  ["lua", "old($A)", "$A +"],
  ["bash", "old $A", "fresh $A &&"],
  ["css", "a { color: $A }", "a { color: $A"],
  ["json", "[1]", "[1"],
])("tells that a template cannot stand alone: %s: %s → %s", async (...row) => {
  expect(await told(row)).toEqual([`template-not-whole ${row[0]}`]);
});

it("asks for no language behind the first in which a template is whole", async () => {
  const asked: Language[] = [];
  function* languages() {
    for (const each of ["css", "javascript", "python"] as const) {
      asked.push(each);
      yield each;
    }
  }
  const op = {
    kind: "pattern",
    id: "ops[0]",
    pat: "old($A)",
    out: "$A",
    strictness: "smart",
  } as const;
  const place = { path: "recipe.yaml", line: 6, column: 31, frame: "" };
  expect(await checkTemplate(op, languages(), place)).toEqual([]);
  expect(asked).toEqual(["css", "javascript"]);
});

it.each<Row>([
  ["javascript", "old($A)", "$A + 1"],
  ["javascript", "old($A)", "...$A"],
  ["javascript", "old($A)", "{ a: $A }"],
  ["javascript", "old($A)", "a: $A, b: 1"],
  ["javascript", "old($A)", "$A, 1"],
  ["javascript", "old($A)", "yield* $A"],
  ["javascript", "old($A)", "await $A"],
  ["javascript", "old($A)", "// gone: $A"],
  ["javascript", "old($A)", "get $A() { return 1 }"],
  ["javascript", "if ($A) { $$$B }", "case $A: $$$B"],
  ["javascript", "old($A);", "break;"],
  ["javascript", "try { $$$A } catch { $$$B }", "switch (a) { $$$A }"],
  ["javascript", "<a b={$A}>$$$C</a>", "it's $A: $$$C"],
  ["tsx", "<a b={$A} />", "<><b c={$A} /></>"],
  ["typescript", "old($A)", "$A satisfies T"],
  ["typescript", "type $A = $B", "interface $A extends $B {}"],
  ["typescript", "interface $A { $$$B }", "type $A = { $$$B }"],
  ["typescript", "old($A)", "a?: $A"],
  ["javascript typescript", "old($A)", "$A as T"],
  ["python", "old($A)", "*$A"],
  ["python", "old($A)", "a=$A"],
  ["python", "old($A)", "lambda x: $A"],
  ["python", "old($A)", "yield $A"],
  ["python", "if $A:\n    $$$B", "while $A:\n    $$$B"],
  ["python", "print($A)", "assert $A"],
  ["go", "old($A)", "$A.(T)"],
  ["go", "old($A)", "if err := $A; err != nil {\n\treturn err\n}"],
  ["go", "if $A { $$$B }", "switch {\ncase $A:\n\t$$$B\n}"],
  ["rust", "old($A)", "$A?"],
  ["rust", "old($A)", "match $A { Some(x) => x, None => 0 }"],
  ["rust", "if $A { $$$B }", "match $A { $$$B }"],
  ["java", "old($A)", "try { f($A); } finally {}"],
  ["java", "old($A)", "(int) $A"],
  ["c", "old($A)", "*$A"],
  ["c", "old($A)", "{ .x = $A }"],
  ["cpp", "old($A)", "static_cast<int>($A)"],
  ["ruby", "old($A)", "$A do |x| x end"],
  ["ruby", "old($A)", "a: $A"],
  ["lua", "old($A)", "a = $A"],
  ["bash", "old $A", "fresh $A && b"],
  ["css", "color: $A", "color: red"],
  ["json", "[$A]", '{ "a": $A }'],
  ["html javascript", "old($A)", "$A - 1"],
  ["yaml", "a: $A", "b: $A"],
])("tells nothing of a template that is whole in its place: %s: %s → %s", async (...row) => {
  expect(await told(row)).toEqual([]);
});

it("tells it of a rule with a pattern, and not of one that may match a part of a token", async () => {
  const place = { path: "rule.yaml", line: 1, column: 1, frame: "" };
  const rule = (written: Record<string, unknown>) =>
    ({ kind: "rule", id: "r", rule: written, out: "$A +" }) as const;
  const found = await checkTemplate(rule({ pattern: "old($A)" }), ["javascript"], place);
  expect(found).toMatchObject([{ code: "template-not-whole", severity: "warning", ...place }]);
  for (const other of [{ kind: "string_fragment", pattern: "$A" }, { kind: "comment" }])
    expect(await checkTemplate(rule(other), ["javascript"], place)).toEqual([]);
});

it("shows the place in the recipe, in validate and in preview", async () => {
  const op = '{ pat: "old($A)", out: "$A +" }';
  const recipe = `version: 1\nsteps:\n  - ast_edit:\n      paths: ["*.js"]\n      ops:\n        - ${op}\n`;
  const root = tempTree({ "recipe.yaml": recipe, "a.js": "old(1);\n" });
  for (const command of ["validate", "preview"]) {
    const { stdout, stderr, exitCode } = await cli(root, [command, "recipe.yaml"]);
    expect({ exitCode, text: stdout + stderr }).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(
        /recipe\.yaml:6:34: warning: .*`out` is no whole code of javascript/,
      ),
    });
  }
});

it("tells it of an op without a language, if no language in which its pattern is code reads it", async () => {
  for (const [out, count] of [
    ["$A +", 1],
    ["not $A", 0],
  ]) {
    const words = ["preview", "-p", "old($A)", "-r", String(out), "--format=json"];
    const { diagnostics } = JSON.parse((await cli(tempTree({}), words)).stdout);
    expect(diagnostics).toHaveLength(Number(count));
  }
});
