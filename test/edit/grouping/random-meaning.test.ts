import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { tallyOf } from "../../differential/meaning/tally.ts";
import { trialOf } from "../../differential/meaning/trials.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("go"); // loads all

describe.each([
  ["javascript", 24],
  ["tsx", 24],
  ["go", 20],
  ["rust", 20],
  ["java", 20],
  ["ruby", 20],
  ["c", 20],
])("random edits of %s, by another tree", (language, cases) => {
  it("are applied by safe only if they are read as they are written (L4)", async () => {
    const tally = await tallyOf({ ...trialOf(language), cases, seed: 7 });
    expect(tally).toMatchObject({ cases, appliedWrong: 0, appliedWrongWithParens: 0 });
    expect(tally.mended).toBeGreaterThan(cases / 8);
    expect(tally.right).toBeGreaterThan(cases / 4);
  });
});
