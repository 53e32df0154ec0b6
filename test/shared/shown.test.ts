import { expect, it } from "vitest";
import { shown } from "../../src/shared/shown.ts";

it.each<[name: string, expected: string]>([
  ["src/a.ts", "src/a.ts"],
  ["two\nlines\u001b[31m", "two\uFFFDlines\uFFFD[31m"],
  ["half of a pair \uD83D", "half of a pair \uFFFD"],
  ["x".repeat(120), "x".repeat(120)],
  ["x".repeat(121), `${"x".repeat(120)}…`],
])("shows a name in one short line without what a terminal would obey: %j", (name, expected) => {
  expect(shown(name)).toBe(expected);
});
