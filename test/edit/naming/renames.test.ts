import { expect, it } from "vitest";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";

const RENAMED: NamingOp = { pat: "old", out: "fresh", rename: {} };

it.each([
  ["type old = 1;\nconst old = 2;\nexport { old };\n", "type", true],
  ["const old = 2;\ntype old = 1;\nexport { old };\n", "type", true],
  ["const old = 2;\ntype old = 1;\nexport { old };\n", "variable", true],
  ["class old {}\nnamespace old { export const a = 1; }\nexport { old };\n", "variable", true],
  ["const old = 2;\ntype old = 1;\nexport { old };\n", "function", false],
  ["const old = 2;\nexport { old };\n", "type", false],
] as const)(
  "L8 renames declarations that merge by each of their kinds: %s %s",
  async (text, kind, isFound) => {
    const after = await editedBy({ ...RENAMED, rename: { kind } }, text);
    const renamed = text.replaceAll("old", "fresh").replace("{ fresh }", "{ fresh as old }");
    expect(after).toEqual({ text: isFound ? renamed : text, unresolved: 0 });
  },
);

it.each([{}, { exports: true } as const])(
  "L8 keeps the name that a module has for scripts: %o",
  async (rename) => {
    const text = "declare const old: number;\nexport as namespace old;\nexport = old;\n";
    const after = await editedBy({ ...RENAMED, rename }, text, { path: "a.d.ts" });
    expect(after.text).toBe(
      "declare const fresh: number;\nexport as namespace old;\nexport = fresh;\n",
    );
  },
);

it("L8 takes the name that a module has for scripts for no global", async () => {
  const text = "export as namespace old;\ndeclare const a: typeof old;\n";
  const op: NamingOp = { pat: "old", out: "fresh", names: { old: "global" } };
  expect((await editedBy(op, text)).text).toBe(text.replace("typeof old", "typeof fresh"));
});
