import { describe, expect, it } from "vitest";
import {
  mergeIn,
  planShards,
  planWhole,
  type ShardedTree,
  withoutTree,
} from "../support/merged-shards.ts";
import { recipeOf } from "../support/yaml.ts";

const NUMBERS = Array.from({ length: 9 }, (_, at) => at);
const SOURCES = Object.fromEntries(
  NUMBERS.map((at) => [`src/f${at}.ts`, `f(${at});\nf(f(1${at}));\nconst x = f(2);\n`]),
);

const CASES: Readonly<Record<string, ShardedTree>> = {
  "for each step": {
    files: { "r.yaml": recipeOf([["f($A)", "String($A)"]]), ...SOURCES },
    argv: ["--policy", "apply-all"],
  },
  "for each file": {
    files: { "r.yaml": recipeOf([["f($A)", "String($A)"]], "per: file"), ...SOURCES },
    argv: ["--policy", "apply-all"],
  },
  "for each match": {
    files: { "r.yaml": recipeOf([["f($A)", "String($A)"]], "per: match"), ...SOURCES },
    argv: ["--policy", "apply-all"],
  },
};

describe("merged shards", () => {
  it.each(Object.entries(CASES))("are the plan of one machine: %s (H1)", async (_, tree) => {
    const plans = await planShards(tree, 3);
    const whole = await planWhole(plans, tree);
    for (const root of [plans.root, withoutTree(tree)]) {
      const { text, ...said } = await mergeIn(root, plans);
      expect(said).toMatchObject({ exitCode: 0, stderr: "" });
      expect(JSON.parse(text)).toEqual(JSON.parse(whole));
      expect(text).toBe(whole);
    }
  });
});
