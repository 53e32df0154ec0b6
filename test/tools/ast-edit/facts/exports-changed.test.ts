import { expect, it } from "vitest";
import { createExportsCheck } from "../../../../src/tools/ast-edit/facts/exports-changed.ts";

const of = (text: string | undefined) =>
  createExportsCheck({ path: "a.ts", language: "typescript", text });

it("finds the names that come and go, sorted", () => {
  const changed = of("export const a = 1, b = 2;");
  expect(changed?.("export const b = 3;\nexport default b;\nexport const A = 1;")).toEqual([
    "A",
    "a",
    "default",
  ]);
  expect(changed?.("export const b = 3, a = 2;")).toEqual([]);
  expect(changed?.("export const {")).toBeUndefined();
});

it("counts all names of a new file", () => {
  expect(of(undefined)?.("export const a = 1;")).toEqual(["a"]);
});

it("is unknown for very many names, and if the text before does not tell", () => {
  const many = Array.from({ length: 1001 }, (_, index) => `export const a${index} = 1;`);
  expect(of("")?.(many.join("\n"))).toBeUndefined();
  expect(of("")?.(many.slice(1).join("\n"))).toHaveLength(1000);
  expect(of("export function (")).toBeUndefined();
  expect(createExportsCheck({ path: "a.css", language: "css", text: "" })).toBeUndefined();
});
