import { expect, it } from "vitest";
import type { Conditions } from "../../../src/model/policy/conditions.ts";
import { findBuiltInPolicy } from "../../../src/policy/built-in-policies.ts";
import { findSurvivors } from "../../../src/policy/mutants/find-survivors.ts";
import { readyTests } from "../../../src/policy/testing/run-tests.ts";

const HOLD_ALL = findBuiltInPolicy("hold-all");
const test = { kind: "verdict", name: "a", facts: {}, verdict: "hold", rule: undefined } as const;
const READY = readyTests([{ ...test, place: { path: "p.yaml" } }], () => undefined);

async function survivorsOf(when: Conditions) {
  if (HOLD_ALL === undefined) throw new Error("There is no such policy.");
  const rules = [{ id: "a", when, verdict: "hold", reason: "R." } as const];
  const all = () => true;
  return await findSurvivors({ ...HOLD_ALL, rules }, READY, all, () => Promise.resolve());
}

it("tries every change of a rule of the usual size", async () => {
  const { tried, isCut, survivors } = await survivorsOf({ maxFiles: 3, anyFile: ["a", "b", "c"] });
  expect([tried, isCut]).toEqual([12, false]);
  expect(survivors[0]).toEqual({ rule: "a", change: "dropped", at: [] });
});

it("tries as many changes of a huge rule as it can in some seconds", async () => {
  const globs = (name: string) => Array.from({ length: 500 }, (_, at) => `${name}${at}/*.ts`);
  const any = Array.from({ length: 60 }, (_, at) => ({
    allFiles: globs(`a${at}`),
    anyFile: globs(`b${at}`),
  }));
  const { tried, isCut } = await survivorsOf({ any });
  expect(isCut).toBe(true);
  expect(tried).toBeLessThan(2000);
});
