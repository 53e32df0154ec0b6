import { expect, it } from "vitest";
import { checkReadings } from "../../../../src/config/prepare/warnings/check-readings.ts";
import type { FieldPath } from "../../../../src/edit/compile/written-keys.ts";
import { createGrammars } from "../../../../src/edit/language/grammars.ts";
import type { EditOp } from "../../../../src/model/edit.ts";
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
