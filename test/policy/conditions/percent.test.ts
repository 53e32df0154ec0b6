import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { compareShare } from "../../../src/policy/conditions/compare.ts";
import { evaluatePolicy } from "../../../src/policy/evaluate-policy.ts";
import { explainPolicy } from "../../../src/policy/explain-policy.ts";
import { lintPolicy } from "../../../src/policy/lint/lint-policy.ts";
import { loadPolicyFiles } from "../../../src/policy/load-policy.ts";
import { rulePlaces } from "../../../src/policy/testing/rule-places.ts";
import { writtenOf } from "../../../src/policy/written-of.ts";
import { conditionLines } from "../../../src/report/explanation/condition-lines.ts";
import { factsOf } from "../../support/facts.ts";

const HOLD = { verdict: "hold", reason: "Not yet." };

async function load(rules: readonly object[], text?: string) {
  const written = { version: 1, default: HOLD, rules };
  const loaded = await loadPolicyFiles(
    text ?? JSON.stringify(written),
    "p.yaml",
    LANGUAGE_NAMES,
    () => Promise.resolve({ fault: "There are no others." }),
  );
  return loaded;
}

const share = (percent: unknown, id = "some") => {
  return { id, when: { percent }, verdict: "apply", reason: `A part, ${id}.` };
};

async function policyOf(...rules: readonly object[]) {
  const { policy, diagnostics } = await load(rules);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

const PATHS = Array.from({ length: 1000 }, (_, index) => `src/module-${index}.ts`);

function chosen(percent: number, rule = "some"): readonly string[] {
  return PATHS.filter((path) => compareShare({ percent, rule }, path).holds);
}

describe("percent", () => {
  it("chooses about this share, the same in every run, and a larger number only adds", () => {
    const [few, some, more] = [chosen(1), chosen(10), chosen(40)];
    expect([few.length, some.length, more.length]).toEqual([13, 99, 407]);
    expect(some).toEqual(expect.arrayContaining([...few]));
    expect(more).toEqual(expect.arrayContaining([...some]));
    expect([chosen(0).length, chosen(100).length]).toEqual([0, 1000]);
  });

  it("chooses others for another rule", () => {
    const [one, other] = [new Set(chosen(50)), chosen(50, "other")];
    expect(other.filter((path) => one.has(path)).length).toBeGreaterThan(200);
    expect(other.filter((path) => !one.has(path)).length).toBeGreaterThan(200);
  });

  it("goes by the first path of several, in any order, and is unknown without files", async () => {
    const policy = await policyOf(share(10));
    const [first = ""] = chosen(10);
    const decide = (files: readonly string[]) =>
      evaluatePolicy(policy, factsOf({ files, fileCount: files.length }));
    expect(decide([first, "z.ts"]).verdict).toBe("apply");
    expect(decide(["z.ts", first]).verdict).toBe("apply");
    const odd = decide(["a\nb.ts", first]).trace.find(({ id }) => id === "some");
    expect(odd).toMatchObject({ hit: false, failed: "percent", found: 97 });
    const { replacements: _replacements, ...nameless } = factsOf({ files: [], fileCount: 0 });
    const { trace } = evaluatePolicy(policy, nameless as never);
    expect(trace.find(({ id }) => id === "some")).toMatchObject({ unknown: ["percent"] });
  });

  it("is explained, and written as it was", async () => {
    const policy = await policyOf(share(10));
    const { rules } = explainPolicy(
      policy,
      factsOf({ files: ["a\nb.ts"], fileCount: 1 }),
      [],
      {},
      "none",
    );
    const own = rules.find(({ id }) => id === "some");
    const lines = conditionLines(own?.conditions ?? [], "", createColors(false));
    expect(lines).toEqual(["✘ percent: 10 — in the 97th percent"]);
    expect(writtenOf(policy)).toMatchObject({ rules: [share(10)] });
  });

  it.each(["-1", "101", "1.5", '"10%"', '"10"', ".nan", ".inf", "true", "[]", "{}"])(
    "is not %s",
    async (written) => {
      const rule = `{ id: a, when: { percent: ${written} }, verdict: apply, reason: Some. }`;
      const text = `version: 1\ndefault: { verdict: hold, reason: No. }\nrules: [${rule}]`;
      const { policy, diagnostics } = await load([], text);
      expect(policy).toBeUndefined();
      expect(diagnostics[0]).toMatchObject({ code: "invalid-value", line: 3 });
    },
  );

  it.each<[rules: readonly object[], codes: readonly string[]]>([
    [[share(10)], []],
    [[share(0)], ["error never-holds"]],
    [[share(100)], ["warning always-holds"]],
    [[share(50, "a"), share(10, "b")], []],
    [[{ ...share(0), when: { percent: 10, not: { percent: 20 } } }], ["error never-holds"]],
  ])("lint of %j finds %j", async (rules, codes) => {
    const loaded = await load(rules);
    if (loaded.policy === undefined) throw new Error("invalid");
    const found = await lintPolicy(loaded.policy, {
      now: 0,
      placeOf: rulePlaces(loaded.files),
      placeOfDefault: undefined,
      placeOfCheck: () => undefined,
      files: undefined,
      pause: () => Promise.resolve(),
    });
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(codes);
  });
});
