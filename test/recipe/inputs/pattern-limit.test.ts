import { expect, it } from "vitest";
import { withPatternLimit } from "../../../src/recipe/inputs/pattern-limit.ts";
import { parseYaml } from "../../../src/shared/yaml/yaml-source.ts";

const TEXT = 'inputs:\n  first: { pattern: "a" }\n  slow: { pattern: "(a+)+b" }\n';

it("ends a pattern that takes for ever, and names its input and its place", () => {
  const parsed = parseYaml(TEXT, "r.yaml");
  if (!("source" in parsed)) throw new Error("The text is valid.");
  const match = (name: string) => name === "first" || /^(a+)+b$/.test("a".repeat(60));
  const nameOf = (name: string) => name;
  const limited = withPatternLimit(["first", "slow"], parsed.source, nameOf, match, 200);
  expect(limited).toMatchObject({ slow: { code: "invalid-value", path: "r.yaml", line: 3 } });
  expect(JSON.stringify(limited)).toContain("The `pattern` of input `slow` took too long");
  expect(withPatternLimit(["first"], parsed.source, nameOf, match)).toEqual({ results: [true] });
});
