import { expect, it } from "vitest";
import { checkReadings } from "../../../../src/config/prepare/warnings/check-readings.ts";
import { compileOp } from "../../../../src/edit/compile/compile-op.ts";
import type { FieldPath } from "../../../../src/edit/compile/written-keys.ts";
import { createGrammars } from "../../../../src/edit/language/grammars.ts";
import type { EditOp } from "../../../../src/model/edit.ts";
import { findMisreadCalls } from "../../../../src/tools/ast-edit/preview/misread-alerts.ts";
import { packagesIn, REPOSITORY } from "../../../support/grammar-packages.ts";
import { ruleOpOf } from "../../../support/rule-op.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("c"); // Loads all.

const patternOp = (pat: string) => ({ kind: "pattern", id: "ops[0]", pat, out: "x;" }) as const;

/** Returns the warnings about an op, each with the key that has it. */
async function warningsOf(languages: readonly string[], op: EditOp) {
  const place = (path: FieldPath) => ({ path: path.join("."), line: 1, column: 1, frame: "" });
  return (await checkReadings(op, languages, place)).map(
    ({ code, severity, path, hint }) => `${severity} ${code} ${path}: ${hint}`,
  );
}

it("warns of metavariables with the name of a variable of the language, with the way to write it", async () => {
  const home = "for the variable, or give the metavariable another name.";
  expect(await warningsOf(["bash", "ruby"], patternOp("cd $HOME"))).toEqual([
    `warning code-variable pat: Write \`$$$$HOME\` ${home}`,
  ]);
  expect(await warningsOf(["ruby"], ruleOpOf("{ rule: { pattern: $PID << 1 }, fix: x }"))).toEqual([
    `warning code-variable rule.pattern: Write \`$$$$PID\` ${home}`,
  ]);
  expect(await warningsOf(["bash"], patternOp("cd $$$$HOME $A"))).toEqual([]);
  expect(await warningsOf(["typescript"], patternOp("cd($HOME)"))).toEqual([]);
});

const IN_C = "void a() { old($A); }";

it.each<[language: string, pat: string, context: string | undefined]>([
  ["c", "old($A)", IN_C],
  ["c", " old($A) ", IN_C],
  ["c", "$F($$$ARGS)", "void a() { $F($$$ARGS); }"],
  ["c", "old($A, $B)", undefined],
  ["c", "$A->old($B)", undefined],
  ["c", "old($A);", undefined],
  ["c", "if ($A) { old($B); }", undefined],
  ["c", "int old($A)", undefined],
  ["cpp", "old($A)", undefined],
  ["go", "fmt.Println($A)", "package a\nfunc a() { fmt.Println($A) }"],
  ["go", "old($A)", undefined],
  ["go", "[]byte($A)", undefined],
  ["python", "old($A)", undefined],
])(
  "tells of %s if %j alone is no call, with the code around it",
  async (language, pat, context) => {
    const parts = `context: ${JSON.stringify(context)}, selector: call_expression`;
    const hint = `Write \`rule: { pattern: { ${parts} } }\`.`;
    const told = (key: string) =>
      context === undefined ? [] : [`warning read-otherwise ${key}: ${hint}`];
    expect(await warningsOf([language], patternOp(pat))).toEqual(told("pat"));
    const rule: EditOp = { kind: "rule", id: "r", rule: { pattern: pat }, out: "" };
    expect(await warningsOf([language], rule)).toEqual(told("rule.pattern"));
    const selected = { pattern: { context, selector: "call_expression" } };
    if (context === undefined) return;
    expect(await warningsOf([language], { ...rule, rule: selected })).toEqual([]);
    expect(compileOp({ ...rule, rule: selected }, language).kind).toBe("compiled");
  },
);

it("tells how to write a call that alone is no valid code", () => {
  expect(compileOp(patternOp("std::move($A)"), "cpp")).toMatchObject({
    problems: [{ hint: expect.stringContaining('"void a() { std::move($A); }"') }],
  });
});

it("alerts to such a pattern in files of a language that the step does not name", () => {
  const alerts = findMisreadCalls([patternOp("old($A)")], ["typescript", "c", "cpp"]);
  expect(alerts).toMatchObject([
    { code: "read-otherwise", message: expect.stringContaining(IN_C) },
  ]);
});
