import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parsePattern } from "../../../src/edit/compile/parse-pattern.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { updateWithCli } from "../../support/ast-grep-cli.ts";
import { packagesIn } from "../../support/grammar-packages.ts";
import { planFile } from "../../support/plan-file.ts";
import { tempFolder } from "../../support/temp-tree.ts";
import { compiled } from "./compiled.ts";

const grammars = createGrammars(packagesIn(path.resolve(import.meta.dirname, "../../..")));

// In each a metavariable stands at a place where the grammar wants no name, so that the pattern has an ERROR.
describe("a pattern with several metavariables is accepted if it matches some code, as by ast-grep", () => {
  test.each<[Language, file: string, pat: string, text: string]>([
    ["typescript", "a.ts", "import { $$$A } from $B", 'import { a } from "b"\n'],
    ["go", "a.go", "import $$$A $B", 'package a\n\nimport b "c"\nimport "d"\n'],
    ["go", "a.go", 'import (\n $A $$$B\n "d"\n)', 'package a\n\nimport (\n\tb "c"\n\t"d"\n)\n'],
    ["go", "a.go", "func f(a int) error { $A $$$B }", "package a\n\nfunc f(a int) error { b() }\n"],
    ["python", "a.py", "x = $$$A $B", "x = 'a' 'b'\nx = a\n"],
    ["rust", "a.rs", "'a: loop { $A $$$B; }", "fn m() { 'a: loop { b; } }\n"],
    ["c", "a.c", "$T $F($$$A) { $$$B }", "int f(int a) { return 1; }\n"],
  ])("%s %s: %j", (language, file, pat, text) => {
    expect(grammars.readinessOf(language).kind).toBe("ready");
    const folder = tempFolder();
    writeFileSync(path.join(folder, file), text);
    updateWithCli(folder, { pat, out: "x" });
    const plan = planFile(text, language, [compiled({ pat, out: "x" }, language)], {
      editDespiteErrors: true,
    });
    expect(plan.kind === "edited" ? plan.text : text).toBe(
      readFileSync(path.join(folder, file), "utf8"),
    );
  });
});

describe("a pattern with an error in the place of a whole part of its code is refused", () => {
  test.each<[Language, pat: string, hint: string]>([
    [
      "java",
      "class A { @Test(expected = $E) public void $N() $B }",
      "Write the body as a block: `{ $$$B }`",
    ],
    ["java", "class A { void f() $BODY }", "Write the body as a block: `{ $$$BODY }`"],
    ["typescript", "class A { f() $B }", "Write the body as a block: `{ $$$B }`"],
  ])("%s: %j", (language, pat, hint) => {
    expect(grammars.readinessOf(language).kind).toBe("ready");
    const parsed = parsePattern({ kind: "pattern", id: "op", pat, out: "" }, language);
    expect(parsed).toMatchObject({ kind: "invalid", problem: { code: "pattern-syntax", hint } });
    const whole = pat.replace(/\$(B|BODY) }/, "{ $$$$$$$1 } }");
    expect(parsePattern({ kind: "pattern", id: "op", pat: whole, out: "" }, language).kind).toBe(
      "parsed",
    );
  });
});
