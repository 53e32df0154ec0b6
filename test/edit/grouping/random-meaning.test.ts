import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { tallyOf } from "../../differential/meaning/tally.ts";
import { trialOf } from "../../differential/meaning/trials.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("go"); // loads all

describe.each([
  ["javascript", 100],
  ["tsx", 100],
  ["go", 40],
  ["rust", 40],
  ["java", 40],
  ["ruby", 40],
  ["c", 40],
])("random edits of %s, by another tree", (language, cases) => {
  it("are applied by safe only if they are read as they are written (L4)", async () => {
    const tally = await tallyOf({ ...trialOf(language), cases, seed: 7 });
    expect(tally).toMatchObject({ cases, appliedWrong: 0, appliedWrongWithParens: 0 });
    expect(tally.mended).toBeGreaterThan(cases / 6);
    expect(tally.right).toBeGreaterThan(cases / 3);
  });
});
