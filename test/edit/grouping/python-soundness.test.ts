import { beforeAll, describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

beforeAll(() => loadAsked(ALL_FACTS, []));

/** True if an edit is held for the way in which its result is read. */
function isHeld(code: string, [pat, out]: readonly [pat: string, out: string]): boolean {
  const options = { passes: 1, editDespiteErrors: false };
  const { plan } = planPasses(code, "python", [compiled({ pat, out }, "python")], options);
  if (plan.kind !== "edited") throw new Error(plan.kind);
  const { regrouped, parseErrorsBefore = 0, parseErrorsAfter = 0 } = plan;
  return regrouped?.length !== 0 || parseErrorsAfter > parseErrorsBefore;
}

type Row = [op: readonly [pat: string, out: string], wrong: string, right: string];

const list = ["f($A)", "[$A for x in y]"] as const;
const iterated = ["f($A)", "[x for x in $A]"] as const;
const assigned = ["f($A, $B)", "$A = $B"] as const;

/** The wrong ones are no code for Python itself, though they are for the grammar of the engine. */
describe("what Python does not take is not read as it was written (L4)", () => {
  it.each<Row>([
    [list, "def g():\n    return f((yield 1))\n", "def g():\n    return f(lambda: (yield 1))\n"],
    [["f($A)", "{$A: 1 for x in y}"], "def g():\n    f((yield))\n", "def g():\n    f(a)\n"],
    [
      ["f($A)", "(yield $A)"],
      "def g():\n    [f(x) for x in y]\n",
      "def g():\n    [x for x in f(y)]\n",
    ],
    [iterated, "f((a := b))\n", "f(a == b)\n"],
    [["f($A)", "[x for x in y if $A]"], "f((x := b))\n", "f((a := b))\n"],
    [["f($A)", "[x for x in y for z in $A]"], "f((lambda: (a := b)))\n", "f((lambda: a))\n"],
    [list, "f((x := b))\n", "f(lambda: (x := b))\n"],
    [list, "class A:\n    b = f((a := c))\n", "class A:\n    def b(self): f((a := c))\n"],
    [["f($A)", "(a := $A)"], "class A:\n    b = [f(x) for x in c]\n", "b = [f(x) for x in c]\n"],
    [["f($A)", "(x := $A)"], "[f(x) for x, y in c]\n", "[f(x) for z[x] in c]\n"],
    [["f($A)", "await $A"], "def g():\n    f(a)\n", "async def g():\n    f(a)\n"],
    [
      ["f($A)", "await $A"],
      "def g():\n    [f(a) for b in c]\n",
      "def g():\n    (f(a) for b in c)\n",
    ],
    [["f($A)", "await $A"], "class A:\n    b = [f(c) for c in d]\n", "b = [f(c) for c in d]\n"],
    [["f($A)", "g($A, $A)"], "f(a=b)\n", "f(**a)\n"],
    [["f($A)", "g($A, a=c)"], "f(a=b)\n", "f(a==b)\n"],
    [["f($A)", "lambda: await $A"], "async def g(): f(a)\n", ""],
    [
      ["f($A)", "lambda: $A"],
      "async def g(): f(await a)\n",
      "async def g(): (f(b) for b in await a)\n",
    ],
    [["f($A)", "(yield $A)"], "async def g(): return f(a)\n", "def g(): return f(a)\n"],
    [["f($A)", "yield from $A"], "async def g(): f(a)\n", "def g(): f(a)\n"],
    [
      ["with f($A): $B", "async with $A: $B"],
      "def g():\n    with f(a): b\n",
      "async def g():\n    with f(a): b\n",
    ],
    [["f($A)", "del $A"], "f(g())\n", "f(g().a)\n"],
    [["f($A, $B)", "del $A, $B"], "f((a, [b]), 1)\n", "f((a, [b]), c[1])\n"],
    [["f($A)", "del $A"], "f(*a)\n", "f([])\n"],
    [["f($A, $B)", "with $A as $B: pass"], "f(a, g())\n", "f(a, (b, *c))\n"],
    [["f($A, $B)", "with a as [$A, $B]: pass"], "f(*a, *b)\n", "f(a, *b)\n"],
    [["f($A)", "$A as b"], "x = f(a)\n", "with f(a), c: pass\n"],
    [["f($A)", "try: a\nexcept b as $A: c"], "f(d.e)\n", "f(d)\n"],
    [["f($A)", "for $A in b: c"], "f(*a)\n", "f(a.d)\n"],
    [assigned, "f(*a, b)\n", "f(a, b)\n"],
    [["f($A, $B)", "$A, $B = c"], "f(*a, *b)\n", "f(a, b)\n"],
    [["f($A, $B)", "$A += $B"], "f((a, b), c)\n", "f(a[1], c)\n"],
    [["f($A, $B)", "$A: int = $B"], "f([a], c)\n", "f(a, c)\n"],
    [
      ["f($A)", "a = $A"],
      "def g():\n    f(b)\n    global a\n",
      "def g():\n    global a\n    f(b)\n",
    ],
    [
      ["f($A)", "h($A)"],
      "def g():\n    f(b)\n    global h\n",
      "def g():\n    f(b).h\n    global f\n",
    ],
    [
      ["f($A)", "global $A"],
      "def g(a, b=c):\n    f(a)\n",
      "def g(a, b=c):\n    f(c)\n    [b for c in a]\n    global c\n",
    ],
    [["f($A)", "global $A"], "a = b\nf(a)\n", "a(b=c)\nf(b)\n"],
    [["f($A)", "nonlocal $A"], "f(a)\n", "def g(a):\n    def h():\n        f(a)\n"],
    [['"a"', 'b"a"'], 'x = "a" "b"\n', 'x = "a" + "b"\n'],
  ])("%j: wrong in %j, and not in %j", (op, wrong, right) => {
    expect(isHeld(wrong, op), wrong).toBe(true);
    if (right !== "") expect(isHeld(right, op), right).toBe(false);
  });

  it.each<Row>([
    [["f($A)", '"a" $A'], 'x = f("b" if y else "c")\n', 'x = f("b")\n'],
    [["f($A)", '$A b"a"'], 'x = f("b")\n', 'x = f(b"b")\n'],
    [["f($A, $B)", "$A $B"], 'x = f("b", "c" "d")\n', ""],
  ])("%j joins its strings with those of %j, and of %j", (op, some, others) => {
    expect(isHeld(some, op), some).toBe(true);
    if (others !== "") expect(isHeld(others, op), others).toBe(true);
    expect(isHeld(some, [op[0], '["a", $A]']), some).toBe(false);
    expect(isHeld(some, [op[0], 'g("a" "b", $A)']), some).toBe(false);
  });
});
