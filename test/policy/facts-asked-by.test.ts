import { describe, expect, it } from "vitest";
import { ALL_FACTS, askedBy } from "../../src/model/action/asked-facts.ts";
import type { Conditions } from "../../src/model/policy/conditions.ts";
import { findBuiltInPolicy } from "../../src/policy/built-in-policies.ts";
import { asksForSurroundings, factsAskedBy } from "../../src/policy/facts-asked-by.ts";

describe("the facts that a policy asks for", () => {
  const policyOf = (name: string) => {
    const policy = findBuiltInPolicy(name);
    if (policy === undefined) throw new Error(`There is no policy ${name}.`);
    return policy;
  };

  it("are none of the costly ones for a policy that decides without looking", () => {
    expect(factsAskedBy(policyOf("apply-all"))).toEqual([]);
    expect(factsAskedBy(policyOf("hold-all"))).toEqual([]);
  });

  it("are those of its conditions, of guards and rules", () => {
    expect(factsAskedBy(policyOf("safe"))).toEqual([
      "idempotent",
      "importsLeftOut",
      "losses",
      "names",
      "newSyntaxErrors",
      "regrouped",
      "whitespaceOnly",
    ]);
  });

  it("are those of its reasons, also of the default", () => {
    const reason = "Lost: ${{ facts.stringsChanged }}, ${{facts.commentsOnly}}.";
    const asking = { ...policyOf("apply-all"), default: { verdict: "hold", reason } } as const;
    expect(factsAskedBy(asking)).toEqual(["commentsOnly", "losses"]);
  });

  it("are of the surroundings if git, the CI system or other files of the tree tell one of them", () => {
    const expr = { source: 'ci.branch == "main"', facts: [], evaluate: () => ({ value: true }) };
    const asking = (when: Conditions, reason = "Why.") =>
      asksForSurroundings({
        ...policyOf("apply-all"),
        rules: [{ id: "r", when, verdict: "hold", reason }],
      });
    const conditions: readonly Conditions[] = [
      { dirtyFiles: true },
      { not: { any: [{ owners: ["a"] }] } },
      { ci: { fork: true } },
      { expr },
      { expr: { ...expr, source: "size(facts.packages) > 1", facts: ["packages"] } },
    ];
    expect(conditions.map((each) => asking(each))).toEqual(conditions.map(() => true));
    expect(asking({}, "Not committed: ${{ facts.dirtyFiles }}")).toBe(true);
    expect(asking({ files: ["ci/**"], commentsLost: true })).toBe(false);
    const builtIn = ["apply-all", "hold-all", "safe"].map((name) => policyOf(name));
    expect(builtIn.map(asksForSurroundings)).toEqual([false, false, false]);
  });

  it("have names that belong to a group, or cost nothing", () => {
    expect(askedBy(["files", "__proto__", "toString", "idempotent"])).toEqual(["idempotent"]);
    expect(ALL_FACTS).toHaveLength(15);
  });
});
