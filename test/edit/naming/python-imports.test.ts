import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const MOVED = {
  pat: "old($A)",
  out: "new($A)",
  names: { old: { from: ["pkg.mod"], export: "old" }, new: { from: ["pkg.mod"], export: "new" } },
};

/** The text that an op leaves, which a second run does not change. */
async function edited(text: string, op: NamingOp = MOVED, path = "a.py") {
  const { text: once } = await editedBy(op, text, { language: "python", path });
  expect((await editedBy(op, once, { language: "python", path })).text).toBe(once);
  return once;
}

it.each([
  [
    "into the import of the module",
    "from pkg.mod import old, x\nold(1)\nx\n",
    "from pkg.mod import x, new\nnew(1)\nx\n",
  ],
  [
    "on a line of its own in parentheses",
    "from pkg.mod import (\n    x,  # x\n    old,\n)\nold(x)\n",
    "from pkg.mod import (\n    x,  # x\n    new,\n)\nnew(x)\n",
  ],
  [
    "behind a backslash",
    "from pkg.mod import x, \\\n    old\nold(x)\nold\n",
    "from pkg.mod import x, \\\n    old, new\nnew(x)\nold\n",
  ],
  [
    "under the file's alias",
    "from pkg.mod import old, new as n\nold(1)\n",
    "from pkg.mod import new as n\nn(1)\n",
  ],
  ["as a member", "import pkg.mod\npkg.mod.old(1)\n", "import pkg.mod\npkg.mod.new(1)\n"],
  [
    "as a member of an alias",
    "from pkg import mod as m\nm.old(1)\n",
    "from pkg import mod as m\nm.new(1)\n",
  ],
  [
    "under a fresh name",
    "from pkg.mod import old\nnew = 1\nold(new)\n",
    "from pkg.mod import new as new2\nnew = 1\nnew2(new)\n",
  ],
  [
    "where a parameter has the file's alias",
    "from pkg.mod import old, new\ndef f(new): old(new)\nnew\n",
    "from pkg.mod import new, new as new2\ndef f(new): new2(new)\nnew\n",
  ],
  [
    "beside an import for types only",
    "from pkg.mod import old\nif TYPE_CHECKING:\n    from pkg.mod import new\nold(1)\n",
    "from pkg.mod import new\nif TYPE_CHECKING:\n    from pkg.mod import new\nnew(1)\n",
  ],
])("L9 brings a name of Python in %s", async (_, before, after) => {
  expect(await edited(before)).toBe(after);
});

const OTHER = {
  pat: "old($A)",
  out: "new($A)",
  names: { old: { from: ["a"], export: "old" }, new: { from: ["fresh.mod"], export: "new" } },
};

it.each([
  [
    "after the last import",
    "import os\nfrom a import old\n\nold(os)\n",
    "import os\nfrom fresh.mod import new\n\nnew(os)\n",
  ],
  [
    "beside its package",
    "import fresh\nimport os\nfrom a import old\n\nold(os, fresh)\nold(1)\n",
    "import fresh\nfrom fresh.mod import new\nimport os\nfrom a import old\n\nold(os, fresh)\nnew(1)\n",
  ],
  [
    "before relative imports",
    "from a import old\nfrom . import b\n\nold(b)\n",
    "from fresh.mod import new\nfrom . import b\n\nnew(b)\n",
  ],
  [
    "before code that imports later",
    "from a import old\nold(1)\nimport late\nlate\n",
    "from fresh.mod import new\nnew(1)\nimport late\nlate\n",
  ],
  [
    "with the file's line ends",
    "from a import old\r\nold(1)\r\n",
    "from fresh.mod import new\r\nnew(1)\r\n",
  ],
  [
    "after statements on the same line",
    "from a import old; x = 1\nold(x)\nold\n",
    "from a import old; x = 1\nfrom fresh.mod import new\nnew(x)\nold\n",
  ],
])("L9 writes an import of Python %s", async (_, before, after) => {
  expect(await edited(before, OTHER)).toBe(after);
});

it.each([
  ["json", "import json\n"],
  ["numpy as np", "import numpy as np\n"],
  ["os.path as path", "from os import path\n"],
])("L9 imports whole modules of Python: %s", async (written, line) => {
  const [from = "", local = from] = written.split(" as ");
  const op = {
    pat: "old($A)",
    out: `${local}.f($A)`,
    names: { ...OTHER.names, [local]: { from: [from], export: "*" } },
  };
  const { new: _, ...names } = op.names;
  expect(await edited("from a import old\nold(1)\n", { ...op, names })).toBe(
    `${line}${local}.f(1)\n`,
  );
});

const GONE = { pat: "old($A)", out: "[$A]", names: { old: { from: ["pkg.mod"], export: "old" } } };

it.each([
  ["from pkg.mod import old\n\n\nold(1)\n", "[1]\n"],
  ["from pkg.mod import old\n\nfrom pkg.mod import old as o\n\n\nold(1)\no(2)\n", "[1]\n[2]\n"],
  ['"""Doc."""\n\nfrom pkg.mod import old  # noqa: E501\n\n\nold(1)\n', '"""Doc."""\n\n\n[1]\n'],
  ["import pkg.mod\nimport x\npkg.mod.old(1)\nx\n", "import x\n[1]\nx\n"],
  ["import pkg.mod as m, x\nm.old(1)\nx\n", "import x\n[1]\nx\n"],
  ["import x; import pkg.mod as m\nm.old(1)\nx\n", "import x\n[1]\nx\n"],
  [
    "from pkg.mod import (\n    a,\n    old,\n)\nold(a)\n",
    "from pkg.mod import (\n    a,\n)\n[a]\n",
  ],
])("L9 removes what is left unused in Python: %j", async (before, after) => {
  expect(await edited(before, GONE)).toBe(after);
});

it.each([
  "from pkg.mod import old\nold(1)\nuse(old)\n",
  "from pkg.mod import old\n__all__ = ['old']\nold(1)\n",
  "from pkg.mod import old\nfrom x import *\nold(1)\n",
  "from pkg.mod import old\nexec(code)\nold(1)\nold = old\n",
  "from pkg.mod import old  # noqa: F401\nold(1)\n",
  "from pkg.mod import old as old\nold(1)\n",
  "if x:\n    from pkg.mod import old\nold(1)\n",
  "def f():\n    from pkg.mod import old\n    old(1)\n",
  "from pkg.mod import old, unused\nold(1)\nold\n",
  "from pkg.mod import old\nold(1)\nclass A:\n    if x:\n        from other import old\n    old(2)\n",
])("L9 keeps imports of Python that may be used: %j", async (text) => {
  const imports = (each: string) => each.split("\n").filter((line) => line.includes("import"));
  expect(imports(await edited(text, GONE))).toEqual(imports(text));
});

it.each([
  ["    from a import old\n", "    from a import old\n    from fresh.mod import new\n"],
  [
    "    from fresh.mod import x\n    from a import old\n",
    "    from fresh.mod import x, new\n    from a import old\n",
  ],
])("L9 imports types of Python where those of the search are: %j", async (before, after) => {
  const head = "import typing as t\nif t.TYPE_CHECKING:\n";
  const op = { ...OTHER, pat: "old", out: "new" };
  const text = await edited(`${head}${before}def f(a: old): pass\n`, op);
  expect(text).toBe(`${head}${after}def f(a: new): pass\n`);
});

it("L9 keeps what a package of Python imports", async () => {
  const text = "from pkg.mod import old\nold(1)\n";
  const after = await edited(text, GONE, "lib/__init__.py");
  expect(after).toBe("from pkg.mod import old\n[1]\n");
});

it("L9 imports from a file of the tree as Python writes it", async () => {
  const fresh = { from: ["./lib/fresh"], export: "new" };
  const op = { ...OTHER, names: { ...OTHER.names, new: fresh } };
  const after = await edited("from a import old\nold(1)\n", op, "lib/sub/a.py");
  expect(after).toBe("from ..fresh import new\nnew(1)\n");
  expect(await edited("from a import old\nold(1)\n", op, "lib/a.py")).toContain(
    "from .fresh import new",
  );
});

it("L9 keeps imports of Python if the op says so", async () => {
  const text = "from pkg.mod import old\nold(1)\n";
  expect(await edited(text, { ...GONE, keepImports: true })).toBe("from pkg.mod import old\n[1]\n");
});
