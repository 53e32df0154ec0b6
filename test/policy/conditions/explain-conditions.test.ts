import { describe, expect, it } from "vitest";
import type { Facts } from "../../../src/model/action/facts.ts";
import type { CiFacts } from "../../../src/model/policy/ci-facts.ts";
import type { Conditions, PolicyExpression } from "../../../src/model/policy/conditions.ts";
import type {
  ConditionOutcome,
  ExplainedCondition,
} from "../../../src/model/policy/explanation.ts";
import { compileExpression } from "../../../src/policy/conditions/compile-expression.ts";
import { explainConditions } from "../../../src/policy/conditions/explain-conditions.ts";
import { testConditions } from "../../../src/policy/conditions/test-conditions.ts";
import { factsOf } from "../../support/facts.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const CI: CiFacts = { event: "push", fork: false };

async function expressions(): Promise<readonly PolicyExpression[]> {
  const sources = ["facts.additions < 3", "facts.owners.size() > 0", "!ci.fork"];
  const compiled = await Promise.all(sources.map(compileExpression));
  return compiled.flatMap((one) => ("fault" in one ? [] : [one]));
}

/** Conditions of every kind, also nested; and facts of which some are not known. */
function generator(exprs: readonly PolicyExpression[], seed: number) {
  const { below, pick } = seededRandom(seed);
  const leaves: readonly (() => Conditions)[] = [
    () => ({ recipe: pick([["assert*"], ["x"]]) }),
    () => ({ allFiles: pick([["src/**"], ["src/a.ts"], ["lib"]]) }),
    () => ({ anyFile: pick([["src/b.ts"], ["lib/**"]]) }),
    () => ({ maxFiles: below(4), maxLines: below(9) }),
    () => ({ fileCount: { min: below(3), max: 1 + below(3) } }),
    () => ({
      owners: pick<NonNullable<Conditions["owners"]>>([
        true,
        false,
        ["@a"],
        { any: ["@a"], none: ["@b"], count: 1 },
      ]),
    }),
    () => ({ idempotent: below(2) === 0 }),
    () => ({
      ci: pick<NonNullable<Conditions["ci"]>>([
        { event: ["push"], fork: true },
        { branch: ["main"], fork: false },
      ]),
    }),
    () => ({ expr: pick(exprs) }),
  ];
  const conditions = (depth: number): Conditions => {
    const made = Object.assign(
      {},
      ...Array.from({ length: 1 + below(3) }, () => pick(leaves)()),
    ) as Conditions;
    if (depth === 0) return made;
    const inner = () => Array.from({ length: 1 + below(3) }, () => conditions(depth - 1));
    return (
      [
        () => made,
        () => ({ ...made, any: inner() }),
        () => ({ ...made, all: inner() }),
        () => ({ ...made, not: conditions(depth - 1) }),
      ][below(4)]?.() ?? made
    );
  };
  const facts = (): Facts => {
    const { idempotent, ...known } = factsOf({ additions: below(6), deletions: below(3) });
    return {
      ...known,
      ...(below(2) === 0 ? { idempotent } : {}),
      ...(below(2) === 0 ? { owners: pick([[], ["@a"], ["@a", "@b"]]) } : {}),
      ...(below(8) === 0 ? { files: [], fileCount: 0 } : {}),
    };
  };
  return { conditions, facts };
}

function outcomeOf(conditions: readonly ExplainedCondition[]): ConditionOutcome {
  const outcomes = conditions.map(({ outcome }) => outcome);
  return outcomes.includes("fails") ? "fails" : outcomes.includes("unknown") ? "unknown" : "holds";
}

/** Kleene's `not`, and his `or`, over the groups inside of a condition. */
function outcomeOfParts({ name, parts = [] }: ExplainedCondition): ConditionOutcome | undefined {
  const outcomes = parts.map(({ conditions }) => outcomeOf(conditions));
  if (parts.length === 0) return undefined;
  if (name === "not")
    return outcomes[0] === "unknown" ? "unknown" : outcomes[0] === "holds" ? "fails" : "holds";
  if (name === "any")
    return outcomes.includes("holds")
      ? "holds"
      : outcomes.includes("unknown")
        ? "unknown"
        : "fails";
  return outcomes.includes("fails") ? "fails" : outcomes.includes("unknown") ? "unknown" : "holds";
}

function everyCondition(conditions: readonly ExplainedCondition[]): readonly ExplainedCondition[] {
  return conditions.flatMap((one) => [
    one,
    ...(one.parts ?? []).flatMap((part) => everyCondition(part.conditions)),
  ]);
}

describe("explained conditions", () => {
  it("have the outcomes by which rules hit, and those of their parts lead to them, for 150 made-up rules", async () => {
    const { conditions, facts } = generator(await expressions(), 18);
    const outcomes = new Set<ConditionOutcome>();
    for (let round = 0; round < 150; round += 1) {
      let differs = false;
      const [when, of] = [conditions(2), facts()];
      const explained = explainConditions(when, of, CI);
      const { failed, found, unknown } = testConditions(when, of, CI);
      const first = explained.find(({ outcome }) => outcome === "fails");
      const told =
        first ?? explained.find((one) => one.outcome === "unknown" && one.found !== undefined);
      differs ||= first?.name !== failed || told?.found !== found;
      const open = explained.filter(({ outcome }) => outcome === "unknown");
      differs ||= `${open.map(({ name }) => name)}` !== `${unknown}`;
      for (const one of everyCondition(explained)) {
        outcomes.add(one.outcome);
        differs ||= (outcomeOfParts(one) ?? one.outcome) !== one.outcome;
      }
      if (differs) expect({ when, of, explained }).toBe("what testConditions says");
    }
    expect(outcomes.size).toBe(3);
  });

  it("say what was wanted, what was found, and the fact", async () => {
    const [expr] = await expressions();
    const when: Conditions = {
      maxFiles: 1,
      owners: { any: ["@a"], count: 2 },
      ci: { event: ["pull*"], fork: false },
      expr: expr as PolicyExpression,
    };
    expect(explainConditions(when, factsOf({ owners: ["@a"] }), CI)).toMatchObject([
      { name: "maxFiles", wanted: 1, outcome: "fails", found: 2, value: 2 },
      {
        name: "owners",
        outcome: "fails",
        found: 1,
        value: ["@a"],
        parts: [
          {
            conditions: [
              { name: "any", outcome: "holds" },
              { name: "count", wanted: 2, outcome: "fails", found: 1 },
            ],
          },
        ],
      },
      {
        name: "ci",
        outcome: "fails",
        found: "push",
        parts: [{ conditions: [{ name: "event" }, { name: "fork", outcome: "holds" }] }],
      },
      { name: "expr", wanted: "facts.additions < 3", outcome: "fails", value: { additions: 3 } },
    ]);
  });

  it("cut long lists", () => {
    const files = Array.from({ length: 30 }, (_, index) => `src/${index}.ts`);
    const [explained] = explainConditions({ allFiles: ["src/**"] }, factsOf({ files }), CI);
    expect(explained?.value).toHaveLength(11);
    expect(JSON.stringify(explained?.value)).toMatch(/"src\/9.ts","and 20 more"\]$/);
  });
});
