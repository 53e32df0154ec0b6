import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { plannedNames } from "../passes/planned-names.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("tsx"); // Loads all.

const exportOf = (from: string, name: string) => ({ from: [from], export: name });

/** Takes an op from one export to another over a text, and proves that names and grouping are kept. */
async function moved(
  text: string,
  [old, fresh]: readonly [ReturnType<typeof exportOf>, ReturnType<typeof exportOf>],
  op: { readonly pat: string; readonly out: string } = { pat: "old", out: "fresh" },
) {
  const planned = await plannedNames(text, { ...op, names: { old, fresh } }, "typescript");
  expect(planned.faults.filter((fault) => !fault.startsWith("unused"))).toEqual([]);
  return planned.text;
}

const SAME = [exportOf("m", "old"), exportOf("m", "fresh")] as const;
const OTHER = [exportOf("m", "old"), exportOf("n", "fresh")] as const;

describe("L9 a new import stands in the place of the one that goes", () => {
  it.each([
    [
      "import { a, old, b } from 'm';\nold(a, b);",
      "import { a, fresh, b } from 'm';\nfresh(a, b);",
    ],
    [
      "import {\n  a,\n  old, // one\n  b,\n} from 'm';\nold(a, b);",
      "import {\n  a,\n  fresh, // one\n  b,\n} from 'm';\nfresh(a, b);",
    ],
    ["const { old, a } = require('m');\nold(a);", "const { fresh, a } = require('m');\nfresh(a);"],
    [
      "const { a, old } = await import('m');\nold(a);",
      "const { a, fresh } = await import('m');\nfresh(a);",
    ],
    ["import old, { b } from 'm';\nold(b);", "import old, { b } from 'm';\nold(b);"],
  ])("in the list of its module: %j", async (before, after) => {
    expect(await moved(before, SAME)).toBe(after);
  });

  it.each([
    [
      "import { old } from 'm';\nimport b from 'b';\nold(b);",
      "import { fresh } from 'n';\nimport b from 'b';\nfresh(b);",
    ],
    ['let { old } = require("m")\nold(1)', 'let { fresh } = require("n")\nfresh(1)'],
    [
      "const { old } = await import('m');\nold(1);",
      "const { fresh } = await import('n');\nfresh(1);",
    ],
    ["const m = await import('m');\nm.old(1);", "const { fresh } = await import('n');\nfresh(1);"],
    [
      "async function f() {\n  const { old } = await import('m');\n  old(1);\n}",
      "async function f() {\n  const { fresh } = await import('n');\n  fresh(1);\n}",
    ],
    [
      "function f() {\n  const { old } = require('m');\n  old(1);\n}\nfunction g() {\n  const { old } = require('m');\n  old(2);\n}",
      "function f() {\n  const { fresh } = require('n');\n  fresh(1);\n}\nfunction g() {\n  const { fresh } = require('n');\n  fresh(2);\n}",
    ],
    [
      "import m from 'm';\nimport * as ns from 'm';\nm.old(ns.old);",
      "import { fresh } from 'n';\nfresh(fresh);",
    ],
  ])("as an import of another module, in its form: %j", async (before, after) => {
    expect(await moved(before, [{ from: ["m"], export: "old" }, OTHER[1]])).toBe(after);
  });

  it.each([
    [
      "its import has other names",
      "import { old, a } from 'm';\nold(a);",
      "import { a } from 'm';\nimport { fresh } from 'n';\nfresh(a);",
    ],
    [
      "the module is imported",
      "import { old } from 'm';\nimport { a } from 'n';\nold(a);",
      "import { a, fresh } from 'n';\nfresh(a);",
    ],
    [
      "it is used elsewhere",
      "import { old } from 'm';\nold(1);\neval('old');",
      "import { old } from 'm';\nimport { fresh } from 'n';\nfresh(1);\neval('old');",
    ],
    [
      "a function imports another name, too",
      "async function f() {\n  const { old, a } = await import('m');\n  old(a);\n}",
      "async function f() {\n  const { a } = await import('m');\n  const { fresh } = await import('n');\n  fresh(a);\n}",
    ],
  ])("not where %s", async (_, before, after) => {
    expect(await moved(before, OTHER)).toBe(after);
  });

  it.each(["m", "n"])("as the member of a `require`, from %s", async (module) => {
    const op = { pat: "old($A)", out: "fresh($A)" };
    const text = "const old = require('m').old;\nold(1);";
    const after = `const fresh = require('${module}').fresh;\nfresh(1);`;
    expect(await moved(text, [SAME[0], exportOf(module, "fresh")], op)).toBe(after);
  });

  it.each([
    ["goes with its last use", "old(1);", "Number(1);"],
    ["stays where it is used", "old(1);\n  old;", "Number(1);\n  old;"],
  ])("an import in a function %s", async (_, use, after) => {
    const import_ = "const { old } = await import('m');\n";
    const text = (code: string) => `async function f() {\n  ${code}\n}\n`;
    const op = { pat: "old($A)", out: "Number($A)", names: { old: SAME[0] } };
    const planned = await plannedNames(text(`${import_}  ${use}`), op);
    expect(planned.text).toBe(text(use.includes("old;") ? `${import_}  ${after}` : after));
  });
});

describe("L9 a name is used again that goes with its import", () => {
  it.each([
    ["import { fresh } from 'm';\nfresh(1);", "import { fresh } from 'n';\nfresh(1);"],
    [
      "const { fresh } = require('m');\nuse({ fresh });",
      "const { fresh } = require('n');\nuse({ fresh });",
    ],
  ])("which leaves the code as it is: %j", async (before, after) => {
    expect(await moved(before, [exportOf("m", "fresh"), OTHER[1]])).toBe(after);
  });

  it.each([
    [
      "import { fresh } from 'm';\nfresh(1);\nfunction f(fresh) { return fresh; }",
      "import { fresh } from 'n';\nfresh(1);\nfunction f(fresh) { return fresh; }",
    ],
    [
      "import { old } from 'm';\nold(1);\nfresh;",
      "import { fresh as fresh2 } from 'n';\nfresh2(1);\nfresh;",
    ],
    [
      "import { fresh as o, x as fresh } from 'm';\no(1);\nfresh;",
      "import { x as fresh } from 'm';\nimport { fresh as o } from 'n';\no(1);\nfresh;",
    ],
  ])("and no other one: %j", async (before, after) => {
    const old = before.includes("{ old }") ? SAME[0] : exportOf("m", "fresh");
    expect(await moved(before, [old, OTHER[1]])).toBe(after);
  });
});

describe("L9 the alias of an import goes over", () => {
  it.each([
    ["import { old as o } from 'm';\no(1);", "import { fresh as o } from 'n';\no(1);"],
    ["const { old: o } = require('m');\no(1);", "const { fresh: o } = require('n');\no(1);"],
    [
      "import { old as o, a } from 'm';\no(a);",
      "import { a } from 'm';\nimport { fresh as o } from 'n';\no(a);",
    ],
    [
      "import { old as o } from 'm';\nexport { o };\nuse({ o });",
      "import { fresh as o } from 'n';\nexport { o };\nuse({ o });",
    ],
  ])("to the only export of `out`: %j", async (before, after) => {
    expect(await moved(before, OTHER)).toBe(after);
  });

  it.each([
    [
      "it is still used",
      "import { old as o } from 'm';\no(1);\neval('');",
      "import { old as o } from 'm';\nimport { fresh } from 'n';\nfresh(1);\neval('');",
    ],
    [
      "there are two",
      "import { old as o, old as p } from 'm';\no(p);",
      "import { fresh } from 'n';\nfresh(fresh);",
    ],
    ["it names a default", "import o from 'm';\no(1);", "import { fresh } from 'n';\nfresh(1);"],
  ])("not where %s", async (_, before, after) => {
    const old = before.includes("import o ") ? exportOf("m", "default") : SAME[0];
    expect(await moved(before, [old, OTHER[1]])).toBe(after);
  });

  it("not where a metavariable of the pattern has another export, too, or `out` has two", async () => {
    const names = { old: SAME[0], fresh: OTHER[1], more: exportOf("n", "more") };
    const text = "import { old as o } from 'm';\no(1);\n";
    const op = { pat: "old($A)", out: "fresh(more($A))", names };
    expect((await plannedNames(text, op)).text).toBe(
      "import { fresh, more } from 'n';\nfresh(more(1));\n",
    );
  });

  it("from one default to another, with the file's own name", async () => {
    const names = { old: exportOf("m", "default"), fresh: exportOf("n", "default") };
    const op = { pat: "old($A)", out: "fresh($A)", names };
    const text = (name: string, module: string) =>
      `import ${name} from '${module}';\n${name}(1);\n`;
    expect((await plannedNames(text("o", "m"), op)).text).toBe(text("o", "n"));
    expect((await plannedNames(text("old", "m"), op)).text).toBe(text("fresh", "n"));
  });
});
