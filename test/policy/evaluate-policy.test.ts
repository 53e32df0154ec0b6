import { describe, expect, it } from "vitest";
import type { Facts } from "../../src/model/action/facts.ts";
import type { Conditions, Policy, PolicyRule } from "../../src/model/policy.ts";
import { findBuiltInPolicy } from "../../src/policy/built-in-policies.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { factsOf } from "../support/facts.ts";

function rule(id: string, when: Conditions, verdict: PolicyRule["verdict"] = "apply"): PolicyRule {
  return { id, when, verdict, reason: `Because of ${id}.` };
}

function policyOf(parts: Partial<Policy>): Policy {
  return {
    source: "test",
    default: { verdict: "discard", reason: "No rule." },
    protects: [],
    guards: [],
    rules: [],
    order: "queue",
    transaction: "action",
    ...parts,
  };
}

describe("evaluatePolicy", () => {
  it("takes the first rule that matches and still traces the others", () => {
    const policy = policyOf({
      rules: [rule("none", { recipe: ["other"] }), rule("first", {}), rule("second", {}, "hold")],
    });
    expect(evaluatePolicy(policy, factsOf())).toEqual({
      verdict: "apply",
      reason: "Because of first.",
      ruleId: "first",
      trace: [
        { id: "none", kind: "rule", hit: false, failed: "recipe", found: "assert-strict" },
        { id: "first", kind: "rule", hit: true },
        { id: "second", kind: "rule", hit: true },
      ],
    });
  });

  it("lets any guard win over every rule", () => {
    const policy = policyOf({
      guards: [
        rule("no", { anyFile: ["x"] }, "discard"),
        rule("guard", { anyFile: ["src/b.ts"] }, "discard"),
      ],
      rules: [rule("all", {})],
    });
    expect(evaluatePolicy(policy, factsOf())).toMatchObject({
      verdict: "discard",
      ruleId: "guard",
    });
  });

  it("falls back to the default, and says so in the trace", () => {
    const policy = policyOf({ rules: [rule("few", { maxReplacements: 1 })] });
    expect(evaluatePolicy(policy, factsOf())).toEqual({
      verdict: "discard",
      reason: "No rule.",
      ruleId: "default",
      trace: [
        { id: "few", kind: "rule", hit: false, failed: "maxReplacements", found: 3 },
        { id: "default", kind: "default", hit: true },
      ],
    });
  });

  it("fills facts into the reason and leaves everything else to the letter", () => {
    const reason = "${{ facts.replacements }} in ${{facts.files}}; $A ${x} ${{ facts.idempotent }}";
    const policy = policyOf({ default: { verdict: "hold", reason } });
    expect(evaluatePolicy(policy, factsOf()).reason).toBe("3 in src/a.ts, src/b.ts; $A ${x} true");
  });

  it.each<[condition: Conditions, facts: Partial<Facts>, hit: boolean]>([
    [{ recipe: ["assert-*"] }, {}, true],
    [{ recipe: ["assert"] }, {}, false],
    [{ step: ["swap", "x"] }, {}, true],
    [{ step: ["x"] }, {}, false],
    [{ tool: ["ast_*"] }, {}, true],
    [{ tool: ["write_file"] }, {}, false],
    [{ lang: ["typescript", "tsx"] }, {}, true],
    [{ lang: ["typescript"] }, { languages: ["css", "typescript"] }, false],
    [{ allFiles: ["src/**"] }, {}, true],
    [{ allFiles: ["src/*"] }, { files: ["src/a.ts", "src/x/b.ts"] }, false],
    [{ allFiles: ["**"] }, { files: [] }, false],
    [{ allFiles: ["**"] }, { files: [".github/.hidden.ts"] }, true],
    [{ anyFile: ["**/b.ts"] }, {}, true],
    [{ anyFile: ["b.ts"] }, {}, false],
    [{ maxFiles: 2 }, {}, true],
    [{ maxFiles: 1 }, {}, false],
    [{ maxReplacements: 3 }, {}, true],
    [{ maxReplacements: 2 }, {}, false],
    [{ idempotent: true }, {}, true],
    [{ idempotent: false }, {}, false],
    [{ newSyntaxErrors: false }, { newSyntaxErrors: true }, false],
    [{ commentsLost: false }, { commentsLost: ["a.ts:1 `// x`"] }, false],
    [{ commentsLost: true }, { commentsLost: ["a.ts:1 `// x`"] }, true],
    [{ commentsLost: true }, {}, false],
    [{ tokensLost: true }, { tokensLost: ["a.ts:1 `async`"] }, true],
    [{ stringsChanged: false }, {}, true],
    [{ whitespaceOnly: true }, {}, false],
    [{}, {}, true],
  ])("decides %o on %o: %s", (when, facts, hit) => {
    const { trace } = evaluatePolicy(policyOf({ rules: [rule("r", when)] }), factsOf(facts));
    expect(trace[0]?.hit).toBe(hit);
  });
});

describe("the built-in policies", () => {
  const verdictOf = (name: string, facts: Partial<Facts>) => {
    const policy = findBuiltInPolicy(name);
    if (!policy) throw new Error(`There is no policy ${name}.`);
    return evaluatePolicy(policy, factsOf(facts)).verdict;
  };

  it.each<[name: string, facts: Partial<Facts>, verdict: string]>([
    ["apply-all", {}, "apply"],
    ["apply-all", { idempotent: false, newSyntaxErrors: true }, "apply"],
    ["apply-all", { files: [".github/workflows/x.ts"] }, "discard"],
    ["apply-all", { files: ["packages/a/package-lock.json"] }, "discard"],
    ["safe", {}, "apply"],
    ["safe", { idempotent: false }, "hold"],
    ["safe", { newSyntaxErrors: true }, "hold"],
    ["safe", { commentsLost: ["a.ts:1 `// x`"] }, "hold"],
    ["safe", { tokensLost: ["a.ts:1 `async`"] }, "hold"],
    ["safe", { regrouped: ["a.ts:1 `a == b`"] }, "hold"],
    ["safe", { importsLeftOut: ["a.ts:1 `log` (a parameter in line 1)"] }, "hold"],
    ["safe", { stringsChanged: ["a.ts:1 `x`"] }, "hold"],
    ["safe", { whitespaceOnly: true }, "hold"],
    ["safe", { files: [".github/x.ts"] }, "discard"],
    ["hold-all", {}, "hold"],
    ["safe-for-agents", {}, "apply"],
    ["safe-for-agents", { idempotent: false, stringsChanged: ["a.ts:1 `x`"] }, "apply"],
    ["safe-for-agents", { addsSecrets: ["a.ts:1 `x`"], deletedFiles: ["a.ts"] }, "discard"],
    ["safe-for-agents", { addsHidden: ["a.ts:1 U+202E"] }, "discard"],
    ["safe-for-agents", { newSyntaxErrors: true }, "hold"],
    ["safe-for-agents", { deletedFiles: ["a.ts"] }, "hold"],
    ["safe-for-agents", { files: [".github/x.ts"] }, "discard"],
  ])("%s on %o: %s", (name, facts, verdict) => {
    expect(verdictOf(name, facts)).toBe(verdict);
  });

  it.each(["commentsLost", "tokensLost", "stringsChanged", "whitespaceOnly"] as const)(
    "L2 safe holds if %s is not known, and says why",
    (name) => {
      const { [name]: _unknown, ...facts } = factsOf();
      const safe = findBuiltInPolicy("safe");
      const decision = safe && evaluatePolicy(safe, facts);
      expect(decision).toMatchObject({ verdict: "hold", ruleId: "losses-unknown" });
      expect(decision?.reason).toContain("cannot be told");
      expect(decision?.trace.find(({ id }) => id === "safe")).toMatchObject({ unknown: [name] });
    },
  );

  it.each([
    ...(["addsHosts", "addsEncoded", "addsCode", "addsDependencies", "disablesTests"] as const),
    ...(["suppresses", "widensPermissions"] as const),
    ...(["unboundNames", "capturedNames", "duplicateNames"] as const),
  ])("safe-for-agents holds on %s with its places, and if it is not known", (name) => {
    const policy = findBuiltInPolicy("safe-for-agents");
    const found = policy && evaluatePolicy(policy, factsOf({ [name]: ["a.ts:1 `x`"] }));
    expect(found).toMatchObject({ verdict: "hold" });
    expect(found?.reason).toContain("a.ts:1 `x`");
    const { [name]: _unknown, ...facts } = factsOf();
    expect(policy && evaluatePolicy(policy, facts)).toMatchObject({
      verdict: "hold",
      ruleId: "default",
    });
  });

  it("L4 G2 safe holds if it is not known how a replacement is read, and says so", () => {
    const { regrouped: _unknown, ...facts } = factsOf();
    const safe = findBuiltInPolicy("safe");
    expect(safe && evaluatePolicy(safe, facts)).toMatchObject({
      verdict: "hold",
      ruleId: "regrouped-unknown",
    });
  });

  it("L4 G2 safe names the places of replacements that are read in another way, and what helps", () => {
    const safe = findBuiltInPolicy("safe");
    const decision = safe && evaluatePolicy(safe, factsOf({ regrouped: ["src/a.js:12 `a == b`"] }));
    expect(decision?.ruleId).toBe("regrouped");
    expect(decision?.reason).toMatch(/src\/a\.js:12 `a == b`\. `parens: auto`/);
  });

  it("safe names the one fault for which it holds", () => {
    const safe = findBuiltInPolicy("safe");
    const reasonOf = (facts: Parameters<typeof factsOf>[0]) =>
      safe && evaluatePolicy(safe, factsOf(facts)).reason;
    expect(reasonOf({ idempotent: false })).toMatch(/^Not idempotent: /);
    const newSyntaxErrorPlaces = ["src/a.js:3:7 `, x);`"];
    const broken = { newSyntaxErrors: true, newSyntaxErrorPlaces, regrouped: ["src/a.js:1 `f()`"] };
    expect(reasonOf(broken)).toBe(
      "The result would have new syntax errors, by lines and columns of the result: src/a.js:3:7 `, x);`.",
    );
  });

  it("L2 safe names the first places of a loss", () => {
    const safe = findBuiltInPolicy("safe");
    const decision =
      safe && evaluatePolicy(safe, factsOf({ commentsLost: ["src/a.js:12 `/* keep */`"] }));
    expect(decision?.ruleId).toBe("comments-lost");
    expect(decision?.reason).toBe("Comments would be lost: src/a.js:12 `/* keep */`.");
  });
});
