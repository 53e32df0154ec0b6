import { expect, it } from "vitest";
import type { Report } from "../../../src/model/report/report.ts";
import { withPlanText } from "../../../src/plan/merge/planned-run.ts";

const report = {} as Report; // Nothing of it is looked at.
const plan = { digest: "", pieces: () => ["{", "}"] };

it("gives a program the text of a plan, but not of one that nothing can read", () => {
  expect(withPlanText({ report, why: [], plan })).toEqual({ report, why: [], text: "{}" });
  expect(withPlanText({ report, why: ["It failed."] })).toEqual({ report, why: ["It failed."] });
  const tooLarge = withPlanText({ report, why: [], plan, isTooLarge: true });
  expect(tooLarge.why[0]).toContain("larger than can be read");
  expect(tooLarge).not.toHaveProperty("text");
});
