import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { explainPolicy } from "../../../src/policy/explain-policy.ts";
import { factsAskedBy } from "../../../src/policy/facts-asked-by.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { conditionLines } from "../../../src/report/explanation/condition-lines.ts";
import { factsOf } from "../../support/facts.ts";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const DAY = 86_400;

const policyWith = (value: string) => `version: 1
default: { verdict: hold, reason: Somebody works on it. }
rules:
  - { id: quiet, when: { lastCommitOlderThan: ${value} }, verdict: apply, reason: Nobody does. }
`;

const load = (value: string) => loadPolicy(policyWith(value), "p.yaml", LANGUAGE_NAMES);

describe("lastCommitOlderThan", () => {
  it.each<[value: string, age: number | undefined, line: string]>([
    ["90d", 91 * DAY, "✔ lastCommitOlderThan: 90d — found 91d 0h"],
    ["90d", 90 * DAY, "✘ lastCommitOlderThan: 90d — found 90d 0h"],
    ["90d", 90 * DAY + 1, "✔ lastCommitOlderThan: 90d — found 90d 0h"],
    ["2w", 13 * DAY + 3600, "✘ lastCommitOlderThan: 2w — found 13d 1h"],
    ["36h", 2 * DAY, "✔ lastCommitOlderThan: 36h — found 2d 0h"],
    ["0.5d", 43_200, "✘ lastCommitOlderThan: 0.5d — found 0d 12h"],
    ["90d", undefined, "? lastCommitOlderThan: 90d — not known"],
  ])("%s with an age of %s s: %s", async (value, lastCommitAge, line) => {
    const { policy } = await load(value);
    if (policy === undefined) throw new Error("invalid");
    const facts = factsOf(lastCommitAge === undefined ? {} : { lastCommitAge });
    const { rules, decision } = explainPolicy(policy, facts, [], {}, "any");
    const own = rules.find(({ id }) => id === "quiet");
    expect(conditionLines(own?.conditions ?? [], "", createColors(false))).toEqual([line]);
    expect(decision.verdict).toBe(line.startsWith("✔") ? "apply" : "hold");
    // The age is another one at each look, so that a trace has none.
    expect(decision.trace.find(({ id }) => id === "quiet")).not.toHaveProperty("found");
    expect(factsAskedBy(policy)).toEqual(["history"]);
  });

  it.each(["90", "90days", "-1d", "0d", "0h", "d", "'90 d'", "30m", "1e3d", ".nan", "[90d]", "''"])(
    "is not %s",
    async (value) => {
      const { policy, diagnostics } = await load(value);
      expect(policy).toBeUndefined();
      expect(diagnostics[0]).toMatchObject({ code: "invalid-value", line: 4 });
    },
  );

  it("is tested, and compared by lint", async () => {
    const tests = [
      "tests:",
      "  - { name: old, facts: { lastCommitAge: 7776001 }, verdict: apply, rule: quiet }",
      "  - { name: young, verdict: hold }",
      "  - { name: not known, facts: { unknown: [lastCommitAge] }, verdict: hold }",
    ];
    const later = `  - { id: later, when: { lastCommitOlderThan: 30d }, verdict: apply, reason: Other. }`;
    const sooner = later.replace("30d", "91d");
    const root = tempTree({
      "ok.yaml": `${policyWith("90d")}${later}\n`,
      "dead.yaml": `${policyWith("90d")}${sooner}\n`,
      "tested.yaml": `${policyWith("90d")}${tests.join("\n")}\n`,
    });
    expect(await cli(root, ["policy", "test", "tested.yaml"])).toMatchObject({ exitCode: 0 });
    expect(await cli(root, ["policy", "lint", "ok.yaml"])).toMatchObject({ exitCode: 0 });
    const dead = await cli(root, ["policy", "lint", "dead.yaml"]);
    expect(dead.exitCode).toBe(1);
    expect(dead.stdout + dead.stderr).toContain("rule-unreachable");
  });
});
