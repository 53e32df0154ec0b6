import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const PYTHON = { language: "python", path: "a.py" } as const;

const old = { from: ["a"], export: "old" };
const OTHER = {
  pat: "old($A)",
  out: "new($A)",
  names: { old, new: { from: ["b"], export: "new" } },
};
const SAME = { ...OTHER, names: { old, new: { from: ["a"], export: "new" } } };

/** The text that an op leaves, which a second run does not change. */
async function edited(text: string, op: NamingOp = OTHER) {
  const { text: once } = await editedBy(op, text, PYTHON);
  expect((await editedBy(op, once, PYTHON)).text).toBe(once);
  return once;
}

it.each([
  [
    "in code of the module",
    "from a import old\nold(1)\nfrom b import new\n",
    "from b import new\nnew(1)\nfrom b import new\n",
  ],
  [
    "in a list of names",
    "from a import old\nold(1)\nfrom b import x\n",
    "from b import new\nnew(1)\nfrom b import x\n",
  ],
  [
    "in a default",
    "from a import old\ndef f(a=old(1)): pass\nfrom b import new\n",
    "from b import new\ndef f(a=new(1)): pass\nfrom b import new\n",
  ],
  [
    "in a class",
    "from a import old\nclass A:\n    x = old(1)\nfrom b import new\n",
    "from b import new\nclass A:\n    x = new(1)\nfrom b import new\n",
  ],
  [
    "in a function that is called before it",
    "from a import old\ndef f(): old(1)\nf()\nfrom b import new\n",
    "from b import new\ndef f(): new(1)\nf()\nfrom b import new\n",
  ],
  [
    "in a loop",
    "from a import old\nfor i in x:\n    old(i)\n    from b import new\n",
    "from b import new\nfor i in x:\n    new(i)\n    from b import new\n",
  ],
  [
    "in a function with an import of its own below",
    "from a import old\ndef f():\n    old(1)\n    from b import new\n",
    "from b import new as new2\ndef f():\n    new2(1)\n    from b import new\n",
  ],
  [
    "where a statement deletes it",
    "from b import new\ndel new\nfrom a import old\nold(1)\n",
    "from b import new, new as new2\ndel new\nnew2(1)\n",
  ],
  [
    "at the head of the file",
    'from a import old\n__version__ = old("1")\nimport os\nos\n',
    'from b import new\n__version__ = new("1")\nimport os\nos\n',
  ],
  [
    "below a submodule that is imported later",
    "import b\nfrom a import old\nold(1)\nimport b.c\n",
    "import b\nfrom b.c import new\nnew(1)\nimport b.c\n",
  ],
])("L9 counts no import of Python that runs after its use: %s", async (_, before, after) => {
  const names = { old, new: { from: ["b.c"], export: "new" } };
  const op = before.includes("b.c") ? { ...OTHER, names } : OTHER;
  expect(await edited(before, op)).toBe(after);
});

it.each([
  "from a import old\ndef f():\n    old(1)\nclass A:\n    def g(self): f()\nfrom b import new\n",
  "from a import old\nf = lambda: old(1)\nfrom b import new\n",
])(
  "L9 counts an import of Python below functions that nothing calls before it: %j",
  async (text) => {
    const after = text.replace("from a import old\n", "").replace("old(1)", "new(1)");
    expect(await edited(text)).toBe(after);
  },
);

it.each([
  ["import a; print(a.old(1))\n", "from b import new; print(new(1))\n"],
  ["from a import old; import os; old(os)\n", "from b import new; import os; new(os)\n"],
  [
    "from __future__ import x; import a; a.old(1)\n",
    "from __future__ import x; from b import new; new(1)\n",
  ],
  ["'doc'; import a; a.old(1)\na\n", "'doc'; import a; from b import new; new(1)\na\n"],
  ["if x:\n    import a; a.old(1)\n", "if x:\n    import a; from b import new; new(1)\n"],
  ["if x: import a; a.old(1)\n", "if x: import a; from b import new; new(1)\n"],
])("L9 imports before uses on the same line of Python: %j", async (before, after) => {
  expect(await edited(before)).toBe(after);
});

/** The text with an import of the new name on a line after each of the old one. */
function beside(text: string): string {
  const added = text.replace(/^( *)from a import (\S+).*\n/gm, "$&$1from b import new\n");
  return added.replace(/\b(?:a\.)?old\(/g, "new(");
}

it.each([
  "if x:\n    from a import old\n    old(1)\n",
  "if x:\n    from a import old\nelse:\n    from a import old\nold(1)\n",
  "try:\n    from a import old\nexcept ImportError:\n    raise\nold(1)\n",
  "try:\n    pass\nfinally:\n    from a import old\nold(1)\n",
  "with x:\n    from a import old\nold(1)\n",
  "match x:\n    case 1:\n        from a import old\n        old(1)\n",
  "while x:\n    from a import old  # Late.\n    old(1)\n",
  "def f():\n    from a import old\n    return old(1)\n",
  "def f():\n    from a import old\n    def g(): old(1)\n",
  "class A:\n    async def f(self):\n        from a import old\n        old(1)\n",
  "import sys\nsys.path.insert(0, 'lib')\nfrom a import other, old\nold(1)\nold\n",
  "if TYPE_CHECKING:\n    from a import x\ndef f():\n    from a import old\n    old(1)\n",
])("L9 imports beside an import of Python that may not run: %j", async (text) => {
  const [typing = ""] = /^if TYPE_CHECKING:\n.*\n/.exec(text) ?? [];
  expect(await edited(text)).toBe(typing + beside(text.slice(typing.length)));
});

it("L9 imports in a list of Python above another late import", async () => {
  const before =
    "def f():\n    from b import x\n    if x:\n        from a import old\n        old(1)\n" +
    "    from a import old\n    old(2)\n";
  expect(await edited(before)).toBe(
    "def f():\n    from b import x, new\n    if x:\n        from a import old\n" +
      "        from b import new\n        new(1)\n    from a import old\n    new(2)\n",
  );
});

it.each([
  [
    "of the module, where the old one is in a class",
    "x\nimport a\nclass A:\n    from a import old as o\n    o(1)\na\n",
    "x\nimport a\nfrom b import new\nclass A:\n    from a import old as o\n    new(1)\na\n",
  ],
  [
    "of a function, and not of a class that has the old one, too",
    "class A:\n    from a import old\n    def f():\n        from a import old\n        old(1)\n",
    "class A:\n    from a import old\n    def f():\n        from a import old\n" +
      "        from b import new\n        new(1)\n",
  ],
  [
    "of a function under a name of its own, where the function uses that of the module, too",
    "if x:\n    import a\ndef f():\n    a.old(1)\n    from a import old\n    old(2)\n",
    "if x:\n    import a\n    from b import new\ndef f():\n    new(1)\n    from a import old\n" +
      "    from b import new as new2\n    new2(2)\n",
  ],
  [
    "of a function under a name of its own, where the module may have the name",
    "if x:\n    from b import new\ndef f():\n    new(1)\n    from a import old\n    old(2)\n",
    "if x:\n    from b import new\ndef f():\n    new(1)\n    from a import old\n" +
      "    from b import new as new2\n    new2(2)\n",
  ],
])("L9 imports beside an import of Python %s", async (_, before, after) => {
  expect(await edited(before)).toBe(after);
});

it.each([
  [
    "into its list",
    "def f():\n    from a import old, x\n    old(x)\n",
    "def f():\n    from a import old, x, new\n    new(x)\n",
  ],
  ["as a member", "if x:\n    import a\n    a.old(1)\n", "if x:\n    import a\n    a.new(1)\n"],
  [
    "in functions that use it alone",
    "def f():\n    from a import old\n    old(1)\ndef g():\n    from a import old\n    old\n",
    "def f():\n    from a import old, new\n    new(1)\ndef g():\n    from a import old\n    old\n",
  ],
  [
    "once where one runs before another",
    "def f():\n    from a import old\n    if x:\n        from a import old\n    old(1)\n",
    "def f():\n    from a import old, new\n    if x:\n        from a import old\n    new(1)\n",
  ],
  [
    "at the head if the module is there",
    "import a\ndef f():\n    from a import old as o\n    o(1)\na\n",
    "import a\ndef f():\n    from a import old as o\n    a.new(1)\na\n",
  ],
])("L9 imports from the module of a late import of Python %s", async (_, before, after) => {
  expect(await edited(before, SAME)).toBe(after);
});

it.each([
  ["a class, whose attribute it would be", "class A(B):\n    from a import old\n    x = old(1)\n"],
  ["a global name", "def f():\n    global old\n    from a import old\nf()\nold(1)\n"],
  ["a module that no import names", 'def f():\n    return __import__("a").old(1)\n'],
])("L9 leaves and counts a use of Python if the import has no place: %s", async (_, text) => {
  expect(await editedBy(OTHER, text, PYTHON)).toEqual({ text, unresolved: 1 });
});

it("L9 imports types of Python beside types, and their values beside values", async () => {
  const before =
    "if TYPE_CHECKING:\n    from a import old\ndef f(a: old):\n    from a import old\n    old(a)\n";
  expect(await edited(before, { ...OTHER, pat: "old", out: "new" })).toBe(
    "if TYPE_CHECKING:\n    from a import old\n    from b import new\ndef f(a: new):\n" +
      "    from a import old\n    from b import new\n    new(a)\n",
  );
});

it("L9 does not take an import for types for one of a value in Python", async () => {
  const text = "if TYPE_CHECKING:\n    from b import new\nfrom a import old\nold(1)\n";
  const after = await edited(text);
  expect(after).toBe("if TYPE_CHECKING:\n    from b import new\nfrom b import new\nnew(1)\n");
});

const ALONE = { pat: "f()", out: "new()", names: { new: { from: ["b"], export: "new" } } };

it.each([
  '"""Doc."""\nfrom __future__ import x\n',
  '#!/usr/bin/env python\n"""Doc."""\n',
  "# Licence.\n",
])("L9 writes the first import of Python after %j", async (head) => {
  expect(await edited(`${head}\nf()\n`, ALONE)).toBe(`${head}\nfrom b import new\n\nnew()\n`);
});

const GONE = { pat: "old($A)", out: "[$A]", names: { old: { from: ["p"], export: "old" } } };

it.each([
  "import p as q\nimport p.sub\np.old(q.sub)\n",
  "import p.sub\nfrom p import sub\np.old(sub)\n",
  "import p.sub\ndef f():\n    import p as q\n    return q.sub\np.old(1)\n",
])("L9 keeps the import of a submodule of Python that other names may reach: %j", async (text) => {
  expect(await edited(text, GONE)).toContain("import p.sub\n");
});

it.each([
  ["import p.sub\np.old(1)\n", "[1]\n"],
  ["import p.sub\nimport p.sub.x as s\np.old(s)\n", "import p.sub.x as s\n[s]\n"],
  ["import p.sub as s\nimport p as q\nq.old(1)\ns.old(1)\n", "import p.sub as s\n[1]\ns.old(1)\n"],
])(
  "L9 removes the import of a submodule of Python that nothing reaches: %j",
  async (before, after) => {
    expect(await edited(before, GONE)).toBe(after);
  },
);

it("L9 keeps an import of Python for the later lines of a doctest", async () => {
  const doctest = '"""\n>>> for i in x:\n...     old(i)\n"""\n';
  expect(await edited(`${doctest}from a import old\nold(1)\n`)).toContain("from a import old\n");
});
