import { expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const renamed = (
  text: string,
  { exports, path = "a.py", old = "old" }: { exports?: true; path?: string; old?: string } = {},
) =>
  editedBy({ pat: old, out: "fresh", rename: exports ? { exports } : {} }, text, {
    language: "python",
    path,
  });

it.each([
  ["from m import old\nold(1)\n", "from m import old as fresh\nfresh(1)\n"],
  ["import old\nf(old.old, old=old)\n", "import old as fresh\nf(fresh.old, old=fresh)\n"],
  [
    "from m import old\nf(a, 'old', {'old': 1, 'b': 'old'}, old)\n",
    "from m import old as fresh\nf(a, 'old', {'old': 1, 'b': 'old'}, fresh)\n",
  ],
  ["from m import a as old\nold(1)\n", "from m import a as fresh\nfresh(1)\n"],
  [
    "import old\ndef f(old): return old\nold\n",
    "import old as fresh\ndef f(old): return old\nfresh\n",
  ],
])("L8 renames imports of Python: %s", async (text, expected) => {
  expect(await renamed(text)).toEqual({ text: expected, unresolved: 0 });
});

it.each([
  [
    "__all__ = ['old']\ndef old(old): return old\nprint(f'{old(1)}', 'old')\n",
    "__all__ = ['fresh']\ndef fresh(old): return old\nprint(f'{fresh(1)}', 'old')\n",
  ],
  [
    "old = 1\ndef f():\n    global old\n    old += 1\n",
    "fresh = 1\ndef f():\n    global fresh\n    fresh += 1\n",
  ],
  ["@old\nclass A: pass\n", "@old\nclass A: pass\n"],
])("L8 renames what others import from Python only with its export: %s", async (text, expected) => {
  expect((await renamed(text, { exports: true })).text).toBe(expected);
  const kept = await renamed(text);
  expect(kept.text).toBe(text);
  expect(kept.unresolved > 0).toBe(text !== expected);
});

it("L8 renames what begins with an underscore in Python", async () => {
  const text = "def _old(): pass\n_old()\n";
  expect((await renamed(text, { old: "_old" })).text).toBe(text.replaceAll("_old", "fresh"));
  const dunder = "__old__ = 1\nf(__old__)\n";
  expect((await renamed(dunder, { old: "__old__" })).text).toBe(dunder);
});

it.each([
  ["from m import old\n__all__ = ['old']\n", {}],
  ["from m import old as old\nold(1)\n", {}],
  ["from m import old\n", { path: "p/__init__.py" }],
  ["import old.b\nold.b.c()\n", { exports: true }],
  ["from m import old\ndef f(a: 'List[old]'): pass\n", { exports: true }],
  ["from m import old\na: Dict[str, 'old'] = {}\n", { exports: true }],
  ["from m import old\ncast('old', a)\n", { exports: true }],
  ["from m import old\nexec('old')\n", { exports: true }],
] as const)("L8 leaves what other code of Python may use: %s", async (text, how) => {
  const after = await renamed(text, how);
  expect(after.text).toBe(text);
  expect(after.unresolved).toBeGreaterThan(0);
});

it.each(["None", "class", "a$"])("L8 refuses a new name that Python does not have: %s", (to) => {
  const op = { kind: "pattern", id: "ops[0]", pat: "old", out: to, rename: {} } as const;
  expect(compileOp(op, "python")).toMatchObject({ problems: [{ field: ["rename", "to"] }] });
  expect(compileOp({ ...op, out: "match" }, "python").kind).toBe("compiled");
  expect(compileOp({ ...op, out: "None" }, "javascript").kind).toBe("compiled");
});
