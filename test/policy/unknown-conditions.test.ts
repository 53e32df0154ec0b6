import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { findBuiltInPolicy } from "../../src/policy/built-in-policies.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { findUnknownConditions } from "../../src/policy/unknown-conditions.ts";
import { factsOf } from "../support/facts.ts";

/** Rules as lines of YAML: a guard begins with `!`, and the default holds. */
async function unknownOf(...lines: readonly string[]) {
  const list = (isGuard: boolean) =>
    lines
      .filter((line) => line.startsWith("!") === isGuard)
      .map((line, index) => {
        const [verdict, when] = line.replace("!", "").split(": ", 2).concat("") as [string, string];
        const rest = line.slice(line.indexOf(": ") + 2);
        return `  - { id: ${isGuard ? "g" : "r"}${index}, verdict: ${verdict}, when: ${when && rest}, reason: R. }\n`;
      })
      .join("");
  const text =
    `version: 1\ndefault: { verdict: hold, reason: D. }\nguards:\n${list(true)}rules:\n${list(false)}`
      .replace("guards:\nrules:", "rules:")
      .replace(/rules:\n$/, "");
  const { policy, diagnostics } = await loadPolicy(text, "p.yaml", LANGUAGE_NAMES);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  const found = findUnknownConditions(policy, evaluatePolicy(policy, factsOf()));
  return found.map(({ rule, kind, condition, fault = "" }) =>
    `${kind} ${rule.id} ${condition} ${fault}`.trim(),
  );
}

describe("conditions that cannot be evaluated", () => {
  it.each<[name: string, rules: readonly string[], expected: readonly string[]]>([
    ["of a guard that decides", ["!hold: { owners: ['@a'] }"], ["guard g0 owners"]],
    [
      "of a guard that is stricter than another one",
      ["!hold: { fileCount: 2 }", "!discard: { owners: ['@a'] }"],
      ["guard g1 owners"],
    ],
    [
      "of a guard that another one overrides",
      ["!hold: { owners: ['@a'] }", "!discard: { fileCount: 2 }"],
      [],
    ],
    [
      "of a guard that would apply, before rules",
      ["!apply: { owners: ['@a'] }", "discard: { fileCount: 2 }"],
      ["guard g0 owners"],
    ],
    [
      "of a guard that would apply if another one did not stop it",
      ["!apply: { owners: ['@a'] }", "!hold: { packages: [a] }"],
      ["guard g1 packages"],
    ],
    ["of a rule that would apply", ["apply: { owners: ['@a'] }"], ["rule r0 owners"]],
    [
      "several of one rule",
      ["apply: { owners: ['@a'], packages: [a] }"],
      ["rule r0 owners", "rule r0 packages"],
    ],
    ["of a rule that fails anyway", ["apply: { owners: ['@a'], maxFiles: 1 }"], []],
    ["of a rule with the same verdict", ["hold: { owners: ['@a'] }"], []],
    [
      "of a rule behind the one that decides",
      ["apply: { fileCount: 2 }", "hold: { owners: ['@a'] }"],
      [],
    ],
    [
      "of a rule before one with the same verdict",
      ["apply: { owners: ['@a'] }", "apply: { fileCount: 2 }"],
      [],
    ],
    [
      "of a rule before one with another",
      ["discard: { owners: ['@a'] }", "apply: { fileCount: 2 }"],
      ["rule r0 owners"],
    ],
    [
      "an expression, with its fault",
      ["apply: { expr: \"'x' in facts.owners\" }"],
      ["rule r0 expr No such key: owners."],
    ],
  ])("matter: %s", async (_name, rules, expected) => {
    expect(await unknownOf(...rules)).toEqual(expected);
  });

  it("have the fault of an expression in the trace", async () => {
    const text = `version: 1\ndefault: { verdict: hold, reason: D. }\nrules: [{ id: r, verdict: apply, when: { expr: "facts.additions / 0 > 1" }, reason: R. }]\n`;
    const { policy } = await loadPolicy(text, "p.yaml", LANGUAGE_NAMES);
    if (policy === undefined) throw new Error("no policy");
    expect(evaluatePolicy(policy, factsOf()).trace).toContainEqual({
      id: "r",
      kind: "rule",
      hit: false,
      failed: "expr",
      found: "division by zero.",
      unknown: ["expr"],
    });
  });

  it.each([
    ["idempotence-unknown", { idempotent: undefined }],
    ["syntax-unknown", { newSyntaxErrors: undefined }],
    [
      "losses-unknown",
      { commentsLost: undefined, tokensLost: undefined, stringsChanged: undefined },
    ],
    ["losses-unknown", { whitespaceOnly: undefined }],
    ["regrouped-unknown", { regrouped: undefined }],
    ["names-unknown", { importsLeftOut: undefined }],
    ["names-unknown", { unboundNames: undefined, capturedNames: undefined }],
    ["names-unknown", { duplicateNames: undefined }],
    ["unbound-names", { unboundNames: ["a.ts:1 `a`"], duplicateNames: undefined }],
    ["captured-names", { capturedNames: ["a.ts:1 `a`"] }],
    ["duplicate-names", { duplicateNames: ["a.ts:1 `a`"] }],
    ["safe", { unusedImports: ["a.ts:1 `a`"] }],
    ["default", { idempotent: undefined, newSyntaxErrors: undefined }],
    ["not-idempotent", { idempotent: false, whitespaceOnly: undefined }],
    ["safe", {}],
  ])("G2 N5 are named by a rule of `safe`: %s", (rule, facts) => {
    const safe = findBuiltInPolicy("safe");
    if (safe === undefined) throw new Error("no policy");
    const decision = evaluatePolicy(safe, { ...factsOf(), ...(facts as object) });
    expect([decision.ruleId, decision.verdict]).toEqual([rule, rule === "safe" ? "apply" : "hold"]);
    expect(findUnknownConditions(safe, decision)).toEqual([]);
  });
});
