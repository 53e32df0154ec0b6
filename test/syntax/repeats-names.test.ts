import { expect, it } from "vitest";
import { countNewErrors } from "../../src/syntax/estree.ts";

it("the errors of a text that says one name too often are not counted: the parser's time grows with the square", () => {
  const repeated = (count: number) => "a;\n".repeat(count);
  const long = `// ${" ".repeat(20_000)}\n`;
  expect(countNewErrors(long, long + repeated(10_000), "ts")).toBe(0);
  expect(countNewErrors(long, long + repeated(10_001), "ts")).toBeUndefined();
  // Words of the language are no names.
  expect(countNewErrors(long, long + "if (1) {}\n".repeat(10_001), "ts")).toBe(0);
});
