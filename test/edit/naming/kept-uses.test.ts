import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const NAMES = {
  old: { from: ["m"], export: "old" },
  fresh: { from: ["n"], export: "fresh" },
};
const alone: NamingOp = { pat: "old", out: "fresh", names: NAMES };
const called: NamingOp = { pat: "old($A)", out: "fresh($A)", names: NAMES };
const assigned: NamingOp = { pat: "old = $A", out: "fresh($A)", names: NAMES };

const JS = { language: "javascript", path: "a.mjs" } as const;
const PY = { language: "python", path: "a.py" } as const;

it.each([
  [JS, 'import m from "m";\nm.old = 1;\n'],
  [JS, 'import * as m from "m";\nm.old += 1;\n'],
  [JS, 'import m from "m";\nm.old++;\n'],
  [JS, 'import m from "m";\ndelete m.old;\n'],
  [JS, 'import m from "m";\nfor (m.old of a) f();\n'],
  [JS, 'import m from "m";\n[m.old] = a;\n'],
  [JS, 'import m from "m";\n({ a: m.old } = a);\n'],
  [PY, "import m\nm.old = 1\n"],
  [PY, "import m\nm.old += 1\n"],
  [PY, "import m\ndel m.old\n"],
  [PY, "import m\ndel a, m.old\n"],
  [PY, "import m\nfor m.old in a: pass\n"],
  [PY, "import m\na, m.old = b\n"],
])("L8 leaves and counts a member that is assigned: %o %s", async (file, text) => {
  expect(await editedBy(alone, text, file)).toEqual({ text, unresolved: 1 });
});

it("L8 leaves and counts the tag of a component that would become one of an element", async () => {
  const tag = (name: string) => `import * as m from "m";\n<m.${name}>a</m.${name}>;\n`;
  expect(await editedBy(alone, tag("old"), JS)).toEqual({ text: tag("old"), unresolved: 2 });
  const Fresh = { from: ["n"], export: "Fresh" };
  const toComponent = { pat: "old", out: "Fresh", names: { ...NAMES, Fresh } };
  const after = 'import { Fresh } from "n";\n<Fresh>a</Fresh>;\n';
  expect(await editedBy(toComponent, tag("old"), JS)).toEqual({ text: after, unresolved: 0 });
});

it("L8 replaces an assignment that the pattern says, and what stands right of one", async () => {
  const text = 'import m from "m";\nm.old = 1;\n';
  const after = 'import { fresh } from "n";\nfresh(1);\n';
  expect(await editedBy(assigned, text, JS)).toEqual({ text: after, unresolved: 0 });
  const right = await editedBy(alone, 'import m from "m";\na = m.old;\n', JS);
  expect(right).toEqual({ text: 'import { fresh } from "n";\na = fresh;\n', unresolved: 0 });
});

it.each([
  [PY, 'from m import old\nold(1)\ndef f():\n  """Old: like old."""\n'],
  [JS, 'import { old } from "m";\nold(1);\n/** Like old. @see {b} old */\n'],
  [JS, 'import { old } from "m";\nold(1);\nconst a = "/** @type {old} */";\n'],
  [JS, 'import { old } from "m";\nold(1);\n/* @type {old} */\n'],
])("L9 removes an import that prose names: %o %s", async (file, text) => {
  const [line = ""] = text.split("\n");
  expect((await editedBy(called, text, file)).text).not.toContain(line);
});

it.each([
  [PY, 'from m import old\nold(1)\neval("old(2)")\n'],
  [PY, 'from m import old\nold(1)\ndef f(a: "old"): pass\n'],
  [PY, "from m import old\nold(1)\na = b  # type: old\n"],
  [PY, 'from m import old\nold(1)\na = """\n  old(2)\n"""\n'],
  [PY, 'from m import old\nold(1)\ndef f():\n  """\n  >>> old(2)\n  """\n'],
  [JS, 'import { old } from "m";\nold(1);\n/** @param {typeof old} a */\n'],
  [JS, 'import { old } from "m";\nold(1);\n/**\n * @type {{ a: 1 } & typeof old}\n */\n'],
  [JS, 'import { old } from "m";\nold(1);\n/** @type old */\n'],
])("L9 keeps an import that a string or a comment uses: %o %s", async (file, text) => {
  const [line = ""] = text.split("\n");
  expect((await editedBy(called, text, file)).text).toContain(`${line}\n`);
  const without = text.split("\n").slice(0, 2).join("\n");
  expect((await editedBy(called, `${without}\n`, file)).text).not.toContain(line);
});
