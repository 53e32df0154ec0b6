import { describe, expect, it } from "vitest";
import { ALL_FACTS, askedBy } from "../../src/model/action/asked-facts.ts";
import { findBuiltInPolicy } from "../../src/policy/built-in-policies.ts";
import { factsAskedBy } from "../../src/policy/facts-asked-by.ts";

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
      "losses",
      "newSyntaxErrors",
      "whitespaceOnly",
    ]);
  });

  it("are those of its reasons, also of the default", () => {
    const reason = "Lost: ${{ facts.stringsChanged }}, ${{facts.commentsOnly}}.";
    const asking = { ...policyOf("apply-all"), default: { verdict: "hold", reason } } as const;
    expect(factsAskedBy(asking)).toEqual(["commentsOnly", "losses"]);
  });

  it("have names that belong to a group, or cost nothing", () => {
    expect(askedBy(["files", "__proto__", "toString", "idempotent"])).toEqual(["idempotent"]);
    expect(ALL_FACTS).toHaveLength(5);
  });
});
