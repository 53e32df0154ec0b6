import { describe, expect, test } from "vitest";
import { scanByBoth } from "../language/scan-by-both.ts";

const COUNT = 800;

describe("an expansion searches no further than it has to", () => {
  const items = `[${"a, ".repeat(COUNT)}]`;

  test.each([
    ["expandEnd", "{ regex: ',' }"],
    ["expandEnd", "{ regex: ',', stopBy: end }"],
    ["expandStart", "{ regex: '^,' , stopBy: { kind: identifier } }"],
  ])("%s: %s among thousands of siblings", { timeout: 20_000 }, (key, relation) => {
    const rule = `rule: { pattern: a }\nfix: { template: b, ${key}: ${relation} }\n`;
    const { ours, cli } = scanByBoth(rule, items);
    expect(ours).toBe(cli);
    expect(ours.split("b")).toHaveLength(COUNT + 1);
  });
});

describe("an expansion that finds nothing", () => {
  const text = "foo(1);\n".repeat(1000);

  test.each([
    ["expandEnd", "{ regex: zzz, stopBy: end }"],
    ["expandStart", "{ regex: zzz, stopBy: end }"],
    ["expandEnd", "{ regex: zzz, stopBy: { regex: yyy } }"],
    ["expandEnd", "{ has: { regex: zzz }, stopBy: { has: { regex: yyy } } }"],
  ])(
    "%s: %s asks once, not at every sibling of every match",
    { timeout: 20_000 },
    (key, relation) => {
      const rule = `rule: { kind: expression_statement }\nfix: { template: b, ${key}: ${relation} }\n`;
      const { ours, cli } = scanByBoth(rule, text);
      expect(ours).toBe(cli);
    },
  );
});
