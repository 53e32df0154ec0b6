import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { factsAskedBy } from "../../src/policy/facts-asked-by.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { writtenOf } from "../../src/policy/written-of.ts";

const load = (commits: string) =>
  loadPolicy(
    `version: 1\ndefault: { verdict: hold, reason: No. }\ncommits: ${commits}\n`,
    "p.yaml",
    LANGUAGE_NAMES,
  );

describe("commits in a policy", () => {
  it("has defaults, and is written again as it was", async () => {
    const { policy } = await load("{}");
    expect(policy?.commits).toEqual({ per: "run", message: "${{ commit.subject }}", trailers: {} });
    const full = await load(
      '{ per: owner, message: "a ${{ group }}", trailers: { A: b }, branch: "x/${{ group }}" }',
    );
    const again = await loadPolicy(writtenOf(full.policy as never), "p.yaml", LANGUAGE_NAMES);
    expect(again.policy?.commits).toEqual(full.policy?.commits);
  });

  it("is taken from the nearest policy", async () => {
    const { policy } = await loadPolicy(
      "version: 1\nextends: b.yaml\ncommits: { per: rule }\n",
      "p.yaml",
      LANGUAGE_NAMES,
      async (path) => ({
        written: "version: 1\ndefault: { verdict: hold, reason: No. }\ncommits: { per: recipe }\n",
        path,
      }),
    );
    expect(policy?.commits?.per).toBe("rule");
  });

  it.each([
    [
      '{ message: "${{ commit.sha }}" }',
      "invalid-expression",
      "Unknown field `${{ commit.sha }}`",
      3,
    ],
    ['{ message: "${{ commit.subject" }', "invalid-expression", "not closed", 3],
    ['{ message: " " }', "invalid-value", "message", 3],
    ['{ message: "a\\n\\nsluice-rule : b" }', "invalid-value", "a line `sluice-rule:`", 3],
    ['{ message: "Sluice-Run: ${{ run.id }}" }', "invalid-value", "a line `Sluice-Run:`", 3],
    ["{ per: file }", "invalid-value", "per", 3],
    ["{ pre: run }", "unknown-key", "pre", 3],
    ['{ trailers: { "A b": c } }', "invalid-value", "no name of a trailer", 3],
    ["{ trailers: { sluice-run: c } }", "invalid-value", "Only Sluice sets", 3],
    ['{ trailers: { A: "${{ x }}" } }', "invalid-expression", "Unknown field", 3],
    ["{ branch: main }", "invalid-value", "same branch", 3],
    ['{ branch: "a b/${{ group }}" }', "invalid-value", "no name of a branch", 3],
    ['{ branch: "${{ group }}.lock" }', "invalid-value", "no name of a branch", 3],
    ['{ branch: "-${{ group }}" }', "invalid-value", "no name of a branch", 3],
    ['{ branch: "${{ commit.files }}/${{ group }}" }', "invalid-expression", "Unknown field", 3],
  ])("refuses %s, with its place", async (commits, code, text, line) => {
    const { policy, diagnostics } = await load(commits);
    expect(policy).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({ code, line, message: expect.stringContaining(text) }),
    ]);
  });

  it("asks for the facts of its groups", async () => {
    const of = async (per: string) => factsAskedBy((await load(`{ per: ${per} }`)).policy as never);
    expect(await of("run")).toEqual(await of("recipe"));
  });
});
