import { describe, expect, it } from "vitest";
import type { Conditions } from "../../src/model/policy/conditions.ts";
import { explainConditions } from "../../src/policy/conditions/explain-conditions.ts";
import { leafOf } from "../../src/policy/explain-policy.ts";
import { factsOf } from "../support/facts.ts";

describe("the condition that decides another one", () => {
  it.each<[conditions: Conditions, leaf: string, outcome: string]>([
    [{ maxFiles: 1 }, "maxFiles", "fails"],
    [{ not: { maxFiles: 3 } }, "not", "fails"],
    [{ all: [{ maxFiles: 3 }, { maxFiles: 1 }] }, "all › maxFiles", "fails"],
    [{ all: [{ owners: ["@a"] }, { maxFiles: 1 }] }, "all › maxFiles", "fails"],
    [{ any: [{ owners: ["@a"], maxFiles: 1 }] }, "any › maxFiles", "fails"],
    [{ any: [{ maxFiles: 1 }, { owners: ["@a"] }] }, "any › maxFiles", "fails"],
    [{ all: [{ any: [{ maxLines: 1 }] }, { owners: ["@a"] }] }, "all › any › maxLines", "fails"],
    [{ all: [{ maxFiles: 3 }] }, "all", "holds"],
  ])("in %j is %s", (conditions, leaf, outcome) => {
    const explained = explainConditions(conditions, factsOf(), {});
    expect(explained.map(leafOf)).toMatchObject([{ name: leaf, outcome }]);
  });
});
