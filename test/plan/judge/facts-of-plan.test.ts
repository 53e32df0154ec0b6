import { afterEach, describe, expect, it } from "vitest";
import { FACT_ROWS, type Facts } from "../../../src/model/action/facts.ts";
import { claimedFactsOf, factsOfPlan } from "../../../src/plan/judge/facts-of-plan.ts";
import type { PlannedAction } from "../../../src/plan-file/plan.ts";
import { factsOf } from "../../support/facts.ts";

/** A plan whose recipe asks no model and brings no code. */
const PLAN = {
  recipes: [{ name: "assert-strict", path: "a.yaml", asksModel: false, hasCode: false }],
  policy: { path: "policy.yaml" },
} as unknown as Parameters<typeof factsOfPlan>[0];

const DECIDING = { request: { root: "/r", recipes: [] }, cwd: "/r", source: "policy.yaml" };

/** Values that no run finds. */
const FORGED = {
  string: "forged",
  list: ["forged"],
  number: 77,
  boolean: false,
  map: { forged: true },
};

const ROWS = Object.entries(FACT_ROWS).map(([name, { type, origin }]) => ({ name, type, origin }));

/** An action of a plan whose every fact is forged, but for its files. */
function forgedAction(more: object = {}): PlannedAction {
  const forged = Object.fromEntries(ROWS.map(({ name, type }) => [name, FORGED[type]]));
  const facts = { ...forged, files: ["src/a.ts"], fileCount: 1, ...more };
  return { recipe: "assert-strict", facts } as unknown as PlannedAction;
}

const wordOn = (facts: Facts, name: string): unknown =>
  Object.entries(facts).find(([key]) => key === name)?.[1];

const byEdits = factsOfPlan(PLAN, DECIDING);
const byClaims = claimedFactsOf(byEdits);

describe("the facts of a plan that is not derived again", () => {
  const found = ROWS.filter(({ origin }) =>
    ["engine", "text", "git", "tree", "run"].includes(origin),
  );
  const told = ROWS.filter((row) => !found.includes(row));

  it.each(found)("do not have its word on $name, which $origin tells", ({ name, type }) => {
    const fact = wordOn(byEdits(forgedAction()), name);
    // The paths of the plan tell these two.
    expect(fact).toEqual(["runFiles", "packageScripts"].includes(name) ? [] : undefined);
    if (type !== "boolean") return;
    const isStrict = ["fromModel", "untrusted"].includes(name);
    expect(wordOn(byEdits(forgedAction({ [name]: true })), name)).toBe(isStrict || undefined);
  });

  it.each(told)("have its word on $name, which $origin tells", ({ name, type }) => {
    const files: Record<string, unknown> = { files: ["src/a.ts"], fileCount: 1 };
    expect(wordOn(byEdits(forgedAction()), name)).toEqual(files[name] ?? FORGED[type]);
  });

  it.each(found)(
    "have no word of a trusted tree on $name, if other files tell",
    ({ name, type, origin }) => {
      const fact = wordOn(byClaims(forgedAction()), name);
      if (origin === "tree" || origin === "text") expect(fact).toBeUndefined();
      else if (name === "packageScripts" || name === "runFiles") expect(fact).toEqual([]);
      else expect(fact).toEqual(FORGED[type]);
    },
  );

  it("never have scripts of a manifest that the plan denies", () => {
    const action = forgedAction({ files: ["package.json"], packageScripts: [] });
    expect(byEdits(action).packageScripts).toBeUndefined();
    expect(byClaims(action).packageScripts).toBeUndefined();
  });
});

describe("a fact that is new", () => {
  const rows = FACT_ROWS as Record<string, unknown>;
  afterEach(() => {
    delete rows.invented;
  });

  it.each(["engine", "text", "git", "run", "tree"])(
    "of %s is not believed of a forged plan",
    (origin) => {
      rows.invented = { type: "boolean", origin, means: "New." };
      expect(byEdits(forgedAction({ invented: true }))).not.toHaveProperty("invented");
    },
  );

  it("is not believed as long as no row says where it comes from", () => {
    expect(byEdits(forgedAction({ invented: true }))).not.toHaveProperty("invented");
    expect(byClaims(forgedAction({ invented: true }))).not.toHaveProperty("invented");
  });
});

it("has harmless facts by the types of the rows in the support of tests", () => {
  for (const [name, fact] of Object.entries(factsOf()))
    expect([name, Array.isArray(fact) ? "list" : typeof fact]).toEqual([
      name,
      FACT_ROWS[name]?.type,
    ]);
});
