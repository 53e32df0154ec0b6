import { describe, expect, test } from "vitest";
import { expandTemplate } from "../../../src/edit/replacement/expand-template.ts";
import { parseTemplate } from "../../../src/edit/replacement/parse-template.ts";

describe("a template is read as ast-grep reads it", () => {
  test.each([
    { template: "f($A)", names: ["single A"] },
    { template: "$$A", names: ["single A"] },
    { template: "$$$A", names: ["many A"] },
    { template: "$$$$$A", names: ["many A"] },
    { template: "$$$$A", names: [] },
    { template: "$Abc", names: ["single A"] },
    { template: "$a$B_1$C", names: ["single B_1", "single C"] },
    { template: "$1 $_A $$$_", names: ["single 1", "single _A", "many _"] },
    { template: "$ $$ $$$ $a ${x} $", names: [] },
    { template: "", names: [] },
  ])("$template", ({ template, names }) => {
    const parts = parseTemplate(template).filter((part) => typeof part !== "string");
    expect(parts.map(({ kind, name }) => `${kind} ${name}`)).toEqual(names);
  });

  test("four dollars are one as text, unless three of them are those of a bound variable", () => {
    expect(parseTemplate("f($$$$HOME)").join("")).toBe("f($HOME)");
    expect(parseTemplate("$$$$A", { many: ["A"] })).toMatchObject(["$", { kind: "many" }]);
  });

  test("a transformed variable has a kind of its own, but never with three dollars", () => {
    const parts = parseTemplate("$A$$$A", { transformed: ["A"] });
    expect(parts).toMatchObject([{ kind: "transformed" }, { kind: "many" }]);
  });
});

describe("a template is filled in as ast-grep fills it in", () => {
  const source = "if (x) {\n    a(\n      1,\n        2\n    )\n}";
  const span = { start: source.indexOf("a("), end: source.indexOf(")\n}") + 1 };
  const captures = {
    single: (name: string) => (name === "A" ? span : undefined),
    many: () => undefined,
    transformed: (name: string) => (name === "T" ? "t\n  u" : undefined),
  };
  const fill = (template: string, matchStart = 0): string =>
    expandTemplate(parseTemplate(template, { transformed: ["T"] }), captures, {
      source,
      matchStart,
    });

  test.each([
    { template: "$A", filled: "a(\n  1,\n    2\n)" },
    { template: "b(\n  $A\n)", filled: "b(\n  a(\n    1,\n      2\n  )\n)" },
    { template: "b(\n    $A\n)", filled: "b(\n    a(\n      1,\n        2\n    )\n)" },
    { template: "b(\n  x, $A\n)", filled: "b(\n  x, a(\n    1,\n      2\n  )\n)" },
    { template: "b($B, $$$A)", filled: "b(, )" },
    { template: "b(\n  $T\n)", filled: "b(\n  t\n    u\n)" },
    { template: "$1.50", filled: ".50" },
    { template: "$", filled: "$" },
  ])("$template", ({ template, filled }) => {
    expect(fill(template)).toBe(filled);
  });

  test("all lines but the first move to the column of the line that the match begins on", () => {
    expect(fill("b(\n  $A\n)\n", span.start)).toBe(
      "b(\n      a(\n        1,\n          2\n      )\n    )\n    ",
    );
  });

  test("a capture of one line keeps the blanks that it begins with (JSX text)", () => {
    const view = "    <A>      one </A>";
    const text = { start: view.indexOf("  ", 6), end: view.indexOf("</A>") };
    const found = { single: () => text, many: () => undefined, transformed: () => undefined };
    expect(expandTemplate(parseTemplate("$A"), found, { source: view, matchStart: 4 })).toBe(
      "      one ",
    );
  });
});
