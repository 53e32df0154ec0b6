import { describe, expect, it } from "vitest";
import { tallyOf } from "../../differential/meaning/tally.ts";
import { trialOf } from "../../differential/meaning/trials.ts";

describe.each(["javascript", "tsx"])("random edits of %s, by another parser", (language) => {
  it("are applied by safe only if they are read as they are written (L4)", async () => {
    const tally = await tallyOf({ ...trialOf(language), cases: 120, seed: 7 });
    expect(tally).toMatchObject({ cases: 120, appliedWrong: 0, appliedWrongWithParens: 0 });
    expect(tally.mended).toBeGreaterThan(20);
    expect(tally.right).toBeGreaterThan(50);
  });
});
