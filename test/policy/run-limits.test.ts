import { describe, expect, it } from "vitest";
import type { Facts } from "../../src/model/action/facts.ts";
import type { PolicyLimits } from "../../src/model/policy/limits.ts";
import type { Decision } from "../../src/model/policy.ts";
import { isByLimit, RunLimits } from "../../src/policy/run-limits.ts";
import { factsOf } from "../support/facts.ts";

const APPLY: Decision = { verdict: "apply", reason: "Yes.", ruleId: "all", trace: [] };

/** Decides actions in order; returns verdicts with the reasons of those that did not fit. */
function decideAll(limits: Partial<PolicyLimits>, actions: readonly Partial<Facts>[]) {
  const counted = new RunLimits({ each: {}, onExceed: "hold", ...limits });
  return actions.map((facts, index) => {
    const decision = counted.decide(`${index}`, APPLY, factsOf(facts));
    return decision.verdict === "apply" ? "apply" : `${decision.verdict}: ${decision.reason}`;
  });
}

const filesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `f${from + index}.ts`);

describe("the limits of a run", () => {
  it("hold an action that does not fit as a whole, and apply a later one that does", () => {
    const actions = [{ files: filesFrom(0, 198) }, { files: filesFrom(300, 5) }, { files: ["a"] }];
    expect(decideAll({ maxFiles: 200 }, actions)).toEqual([
      "apply",
      "hold: maxFiles: 198 of 200 files are changed already, and this action changes 5 more.",
      "apply",
    ]);
  });

  it("count a file once that several actions change", () => {
    const actions = [{ files: ["a", "b"] }, { files: ["b", "a"] }, { files: ["b", "c"] }];
    expect(decideAll({ maxFiles: 2 }, actions)).toEqual([
      "apply",
      "apply",
      "hold: maxFiles: 2 of 2 files are changed already, and this action changes 1 more.",
    ]);
  });

  it.each<[name: string, limits: Partial<PolicyLimits>, second: Partial<Facts>, reason: string]>([
    [
      "replacements",
      { maxReplacements: 5 },
      { replacements: 3 },
      "maxReplacements: 3 of 5 replacements are made already, and this action makes 3 more.",
    ],
    [
      "lines, both those added and removed",
      { maxLines: 10 },
      { additions: 2, deletions: 3 },
      "maxLines: 6 of 10 lines are changed already, and this action changes 5 more.",
    ],
    [
      "one file",
      { maxFiles: 1 },
      { files: ["x"] },
      "maxFiles: 0 of 1 file is changed already, and this action changes 2 more.",
    ],
    [
      "each recipe",
      { each: { recipe: { maxReplacements: 4 } } },
      { replacements: 2 },
      "maxReplacements of recipe `assert-strict`: 3 of 4 replacements are made already, and this action makes 2 more.",
    ],
    [
      "each rule",
      { each: { rule: { maxReplacements: 4 } } },
      { recipe: "other", replacements: 2 },
      "maxReplacements of rule `all`: 3 of 4 replacements are made already, and this action makes 2 more.",
    ],
  ])("are about %s", (_name, limits, second, reason) => {
    expect(decideAll(limits, [{}, second])).toContain(`hold: ${reason}`);
  });

  it("count by recipe and by owner, each by itself", () => {
    const ofRecipe = { each: { recipe: { maxFiles: 2 } } };
    expect(decideAll(ofRecipe, [{}, { recipe: "b", files: ["x"] }])).toEqual(["apply", "apply"]);
    const ofOwner = { each: { owner: { maxReplacements: 3 } } };
    const owned = [{ owners: ["@a"] }, { owners: ["@b"] }, { owners: ["@b", "@c"] }];
    expect(decideAll(ofOwner, owned)).toEqual([
      "apply",
      "apply",
      "hold: maxReplacements of owner `@b`: 3 of 3 replacements are made already, and this action makes 3 more.",
    ]);
  });

  it("count by package, each by itself", () => {
    const ofPackage = { each: { package: { maxFiles: 1 } } };
    const inPackages = [
      { packages: ["a"], files: ["w"] },
      { packages: ["b"], files: ["x"] },
    ];
    expect(decideAll(ofPackage, [...inPackages, { packages: ["a"], files: ["y"] }])).toEqual([
      "apply",
      "apply",
      "hold: maxFiles of package `a`: 1 of 1 file is changed already, and this action changes 1 more.",
    ]);
  });

  it("are exceeded by what is not known", () => {
    const unknown = { files: [], replacements: undefined, additions: undefined } as object;
    const sentences = [
      [{ maxFiles: 9 }, "maxFiles: it is not known which files this action changes."],
      [
        { maxReplacements: 9 },
        "maxReplacements: it is not known how many replacements this action makes.",
      ],
      [{ maxLines: 9 }, "maxLines: it is not known how many lines this action changes."],
      [
        { each: { owner: { maxFiles: 9 } } },
        "each.owner: it is not known who owns the files of this action.",
      ],
      [
        { each: { package: { maxFiles: 9 } } },
        "each.package: it is not known which packages the files of this action belong to.",
      ],
    ] as const;
    for (const [limits, sentence] of sentences)
      expect(decideAll(limits, [unknown])).toEqual([`hold: ${sentence}`]);
  });

  it("count only what is accepted, and get back what an apply that fails had taken", () => {
    const counted = new RunLimits({ maxFiles: 2, each: {}, onExceed: "discard" });
    const held: Decision = { ...APPLY, verdict: "hold" };
    expect(counted.decide("held", held, factsOf())).toBe(held);
    expect(counted.decide("a", APPLY, factsOf()).verdict).toBe("apply");
    expect(counted.decide("a", APPLY, factsOf()).verdict).toBe("apply"); // Again: it counts once.
    const other = factsOf({ files: ["c"] });
    expect(counted.decide("b", APPLY, other)).toMatchObject({
      verdict: "discard",
      ruleId: "limits",
      trace: [{ id: "limits", kind: "limit", hit: true, failed: "maxFiles", found: 3 }],
    });
    counted.end("a", { isApplied: false });
    const fits = counted.decide("b", APPLY, other);
    expect([fits.verdict, isByLimit(fits)]).toEqual(["apply", false]);
    expect(fits.trace).toEqual([{ id: "limits", kind: "limit", hit: false }]);
    counted.end("b", { isApplied: true });
    expect(counted.decide("c", APPLY, factsOf()).verdict).toBe("discard");
  });

  it("take no more steps the more was accepted", () => {
    const most = { maxFiles: 1e6 };
    const counted = new RunLimits({ ...most, each: { rule: most }, onExceed: "hold" });
    let reads = 0;
    const stepsOf = (index: number) => {
      const before = reads;
      const files = new Proxy([`f${index}.ts`], {
        get(target, name) {
          reads += 1;
          return Reflect.get(target, name);
        },
      });
      counted.decide(`${index}`, APPLY, { ...factsOf(), files });
      counted.end(`${index}`, { isApplied: true });
      return reads - before;
    };
    const steps = Array.from({ length: 100 }, (_, index) => stepsOf(index));
    expect(new Set(steps).size).toBe(1);
    expect(steps[0]).toBeGreaterThan(0);
  });
});
