import { describe, expect, test } from "vitest";
import { scanByBoth } from "./scan-by-both.ts";

const COUNT = 5000;

describe("an expansion looks no further than it has to", () => {
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
