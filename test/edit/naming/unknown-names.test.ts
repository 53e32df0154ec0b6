import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const OF_M: NamingOp = {
  pat: "old($A)",
  out: "Number($A)",
  names: { old: { from: ["m"], export: "old" } },
};
const RENAMED: NamingOp = { pat: "old", out: "fresh", rename: {} };

it.each([
  ["var old = 1;\neval('1');\nf(old);\n", "a direct eval"],
  ["const old = 1;\nfunction f() { return eval('old'); }\n", "an eval that sees a constant"],
  ["var old = 1;\nwith ({}) { f(old) }\n", "with"],
  [
    "const old = 1;\nfunction f() { if (1) { function old() {} } return old; }\n",
    "a hoisted function",
  ],
])("L8 renames nothing that code may mean when it runs: %s", async (before) => {
  const after = await editedBy(RENAMED, before, { language: "javascript" });
  expect(after.text).toBe(before);
  expect(after.unresolved).toBeGreaterThan(0);
});

it("L8 renames beside an indirect eval", async () => {
  const after = await editedBy(RENAMED, "var old = 1;\n(0, eval)('1');\n", {
    language: "javascript",
  });
  expect(after.text).toBe("var fresh = 1;\n(0, eval)('1');\n");
});

it.each([
  [
    'const { old } = require("m");\nfunction f() { if (1) { function old() {} } return old(1); }\n',
    "javascript",
    1,
  ],
  [
    'import { old } from "m";\nnamespace X { export const old = 1 as any; }\nnamespace X { f(old(1)); }\n',
    "typescript",
    1,
  ],
  [
    'import { old } from "m";\nnamespace X { export const a = 1; }\nnamespace X { f(old(1)); }\n',
    "typescript",
    0,
  ],
  ["from m import old\nfrom z import *\n\nold(1)\n", "python", 1],
  ["from z import *\nfrom m import old\n\nold(1)\n", "python", 0],
] as const)(
  "L8 cannot tell what is declared elsewhere: %s %s",
  async (before, language, unresolved) => {
    const after = await editedBy({ ...OF_M, keepImports: true }, before, { language });
    expect(after.unresolved).toBe(unresolved);
    expect(after.text.includes("Number(1)")).toBe(unresolved === 0);
  },
);

it.each([
  'const m = require("m");\nm.old(1);\nwith ({}) { f(m.k) }\n',
  'const m = require("m");\nm.old(1);\nfunction f() { return eval("m.k") }\n',
])("L8 keeps an import that an eval may use: %s", async (before) => {
  const after = await editedBy(OF_M, before, { language: "javascript" });
  expect(after.text).toBe(before.replace("m.old(1)", "Number(1)"));
});

it("L8 finds no end of aliases of aliases, and does not fail", async () => {
  const aliases = Array.from({ length: 5000 }, (_, index) => `const a${index + 1} = a${index};\n`);
  const before = `import { old as a0 } from "m";\n${aliases.join("")}a50(1);\na5000(1);\n`;
  const { text } = await editedBy({ ...OF_M, keepImports: true }, before);
  expect(text).toBe(before.replace("a50(1)", "Number(1)"));
});

it.each([
  ['<script>function old() {}</script>\n<button onclick="old()">x</button>\n', 1],
  ["<script>\n  let old = 1;\n</script>\n<p>{old}</p>\n", 1],
  ["<script>\n  let old = 1;\n  f(old);\n</script>\n<p>older</p>\n", 0],
])("L8 renames nothing that the rest of a page may use: %s", async (before, unresolved) => {
  const after = await editedBy(RENAMED, before, { language: "javascript", textLanguage: "html" });
  expect(after.text).toBe(unresolved ? before : before.replaceAll(/\bold\b/g, "fresh"));
  expect(after.unresolved).toBe(unresolved);
});

it("L8 gives no component the name of an element", async () => {
  const before = 'const Old = () => null;\nexport const B = <Old a="1" />;\n';
  const inTsx = { language: "tsx" } as const;
  const renamed = { ...RENAMED, pat: "Old" };
  expect((await editedBy(renamed, before, inTsx)).text).toBe(before);
  expect((await editedBy({ ...renamed, out: "Fresh" }, before, inTsx)).text).toBe(
    before.replaceAll("Old", "Fresh"),
  );
});

it("L8 writes no alias that a tag takes for an element", async () => {
  const before =
    'import { Old, Fresh as fr } from "m";\nfr;\nexport const A = () => <Old a="1" />;\n';
  const names = {
    Old: { from: ["m"], export: "Old" },
    Fresh: { from: ["m"], export: "Fresh" },
  };
  const op = { pat: "<Old $$$P />", out: "<Fresh $$$P />", names };
  const { text } = await editedBy(op, before, { language: "tsx" });
  expect(text).toContain('<Fresh a="1" />');
  expect(text).toMatch(/Fresh, Fresh as fr\b/);
});

it.each([
  "const { old = null } = require('m');\nold(1);\n",
  "const { old } = require('m') || {};\nold(1);\n",
  "const m = a ? require('m') : undefined;\nm.old(1);\n",
])("L8 cannot tell a value that comes from a module or not: %s", async (before) => {
  const after = await editedBy(OF_M, before, { language: "javascript" });
  expect(after).toEqual({ text: before, unresolved: 1 });
});

it("L8 knows a value of another module by its default, too", async () => {
  const before = "const { old = null } = require('n');\nold(1);\n";
  expect(await editedBy(OF_M, before)).toEqual({ text: before, unresolved: 0 });
});
