import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { plainParts } from "./parts.ts";
import { type Fault, tallyOf } from "./tally.ts";
import { OTHER_TRIALS, TRIALS } from "./trials.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

/** `SLUICE_MEANING_CASES=100000` takes about seven minutes a language; `SLUICE_MEANING_SEED` draws other cases. */
const CASES = Number(process.env.SLUICE_MEANING_CASES ?? 2000);
const SEED = Number(process.env.SLUICE_MEANING_SEED ?? 1);

/** A share of few cases says little. */
const FEW = 4;

describe.each([
  ...TRIALS.map((trial) => ({ ...trial, cases: CASES })),
  ...OTHER_TRIALS.map((trial) => ({ ...trial, cases: Math.ceil(CASES / 4) })),
])("random edits of $language, by another tree (L4)", (trial) => {
  it("are applied by safe only if they are read as they are written", { timeout: 0 }, async () => {
    const faults: Fault[] = [];
    const tally = await tallyOf({ ...trial, seed: SEED }, (fault) => {
      if (/^appliedWrong/.test(fault.kind)) faults.push(fault);
    });
    const { heldRight, right, mended, mendable } = tally;
    console.log(trial.language, tally);
    expect(faults).toEqual([]);
    expect(tally.cases).toBe(trial.cases);
    expect(heldRight).toBeLessThan(FEW + right * trial.mostHeld);
    expect(mended / (mended + mendable)).toBeGreaterThan(trial.leastMended);
  });

  it("are nearly all applied if they have no operators", { timeout: 0 }, async () => {
    const parts = plainParts(trial.parts);
    const cases = Math.ceil(trial.cases / 4);
    const tally = await tallyOf({ ...trial, parts, cases, seed: SEED });
    console.log(trial.language, "without operators", tally);
    expect(tally).toMatchObject({ appliedWrong: 0, appliedWrongWithParens: 0 });
    expect(tally.heldRight).toBeLessThan(FEW + tally.right * 0.01);
  });
});
