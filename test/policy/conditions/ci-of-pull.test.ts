import { expect, it } from "vitest";
import type { CiFacts } from "../../../src/model/policy/ci-facts.ts";
import type { CiCondition } from "../../../src/model/policy/conditions.ts";
import { compileConditions } from "../../../src/policy/conditions/compile-conditions.ts";
import { factsOf } from "../../support/facts.ts";

const PULL: CiFacts = {
  author: "eve",
  labels: ["codemod", "area/ui"],
  source: "feat/x",
  draft: false,
};

it.each<[CiCondition, CiFacts, boolean | undefined]>([
  [{ labels: ["codemod"] }, PULL, true],
  [{ labels: { any: ["area/*"], none: ["do-not-*"] } }, PULL, true],
  [{ labels: { none: ["codemod"] } }, PULL, false],
  [{ labels: { none: ["codemod"] } }, {}, undefined],
  [{ labels: false }, { labels: [] }, true],
  [{ author: ["eve"], source: ["feat/*"], draft: false }, PULL, true],
  [{ author: ["renovate\\[bot]"] }, { author: "renovate[bot]" }, true],
  [{ author: ["eve"], draft: true }, PULL, false],
  [{ author: ["eve"] }, { labels: [] }, undefined],
])("the condition ci: %j on %j: %s", (ci, facts, holds) => {
  const [condition] = compileConditions({ ci });
  expect(condition?.test(factsOf({}), facts).holds).toBe(holds);
});
