import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

/** Returns the number of edits of `f($A)` in a text that are read in another way than they are written. */
function countRegrouped(code: string, out: string): number | undefined {
  const options = { passes: 1, editDespiteErrors: false };
  const op = compiled({ pat: "f($A)", out }, "python");
  const { plan } = planPasses(code, "python", [op], options);
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return plan.regrouped?.length;
}

type Row = [out: string, right: string, wrong: string];

describe("code that the grammar of the engine reads in another way than Python (L4)", () => {
  it.each<Row>([
    ["$A, 1", "x += f(a)\n", "x += b + f(a)\n"],
    ["$A, 1", "x = f(a); y\n", "x = lambda: f(a); y\n"],
    ["$A, 1", "def g():\n    return f(a)\n", "def g():\n    return f(a), b\n"],
    ["$A, 1", "if a: f(a)\n", "if f(a): b\n"],
    ["$A, 1", "x[f(a)]\n", "x[f(a), b]\n"],
    ["$A, 1", "x = (f(a)).b\n", "x = (f(a), b)\n"],
    ["$A, 1", "for i in f(a): b\n", "assert f(a)\n"],
    ["$A, 1", "x = f'{f(a)!r}'\n", "raise f(a)\n"],
    ["$A, 1", "x = b = f(a)\n", "with f(a): b\n"],
    ["$A, b := 1", "x = (f(a))\n", "x = f(a)\n"],
    ["yield $A", "x = f'{f(a)}'\n", "x = f'{b + f(a)}'\n"],
    ["yield lambda: $A", "x = f'{(f(a)):{b}}'\n", "x = f'{f(a):{b}}'\n"],
    ["lambda: $A", "x = f'{g(f(a))}'\n", "x = f'{b if c else f(a)}'\n"],
    ["$A if c else d", "(b := f(a))\n", "(b := -f(a))\n"],
    ["b := $A", "x = (f(a)) if c else d\n", "x = f(a) if c else d\n"],
    ["$A if c else d", "with f(a) as b: pass\n", "with -f(a) as b: pass\n"],
    ["lambda: $A", "with f(a) as b: pass\n", "with -f(a) as b: pass\n"],
    ["await $A", "x = -f(a) ** 2\n", "x = f(a)(b)\n"],
    ["$A ** 2", "x = -f(a)\n", "x = await f(a)\n"],
    ["o[$A]", "x: f(b + c) = 1\n", "x: f(*b) = 1\n"],
    ["o[$A, 1]", "def g(x: f(b)) -> c: pass\n", "def g(x: f(*b) ** 2): pass\n"],
    ["lambda: $A", "match a:\n    case 1 if f(a): b\n", "x = [a for a in b if f(a)]\n"],
    ["$A ** 2", "x = f(())\n", "x = f(-a)\n"],
  ])("%s: right in %j, and not in %j", (out, right, wrong) => {
    expect(countRegrouped(right, out), right).toBe(0);
    expect(countRegrouped(wrong, out), wrong).toBe(1);
  });
});
