import { expect, it } from "vitest";
import { checkResult } from "../../../src/fleet/queue/check-result.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { jobOf, plannedResult } from "../../support/fleet/results.ts";

const GOOD = plannedResult("o/a");
const reason = { code: "x", message: "y" };
const { plan, planText, ...BARE } = GOOD;

/** A result whose plan has another text, and says so. */
const withText = (text: string) => ({
  ...GOOD,
  planText: text,
  plan: { digest: sha256(text), bytes: Buffer.byteLength(text) },
});

it("a result of a worker is taken as it is if all of it fits", () => {
  expect(checkResult(jobOf("o/a"), GOOD)).toEqual({ result: GOOD });
  for (const rest of [
    { state: "previewed" },
    { state: "skipped", reason },
    { state: "failed", reason },
  ])
    expect(checkResult(jobOf("o/a"), { ...BARE, ...rest })).toHaveProperty("result");
});

it.each([
  ["nothing", null, "valid form"],
  ["another shape", { ...GOOD, more: 1 }, "valid form"],
  ["a state on the way", { ...GOOD, state: "queued" }, "valid form at `state`"],
  ["a state that only a publisher knows", { ...GOOD, state: "published" }, "valid form"],
  ["no commit", { ...GOOD, commit: "HEAD" }, "valid form at `commit`"],
  ["another repository", { ...GOOD, repository: "o/b" }, "another job"],
  ["another fleet", { ...GOOD, fleet: "0".repeat(64) }, "another job"],
  ["no plan", { ...GOOD, planText: undefined }, "has no plan"],
  ["a plan beside a failure", { ...GOOD, state: "failed", reason }, "has a plan"],
  ["a failure without a reason", { ...BARE, state: "failed" }, "has no reason"],
  ["a plan of another size", { ...GOOD, planText: `${planText} ` }, "another size"],
  ["another digest", { ...GOOD, plan: { ...plan, digest: "0".repeat(64) } }, "another digest"],
  ["a plan of another commit", { ...GOOD, commit: "d".repeat(40) }, "another commit"],
  ["other counts", { ...GOOD, summary: { ...GOOD.summary, actions: 7 } }, "counts"],
  ["a text that is no plan", withText("{}"), "not a plan"],
  [
    "a plan that was edited",
    withText(planText?.replace('"filesSearched": 0', '"filesSearched": 7') ?? ""),
    "edited",
  ],
])("a result of a worker with %s is refused", (_, result, why) => {
  const checked = checkResult(jobOf("o/a"), JSON.parse(JSON.stringify(result)));
  expect(checked).toHaveProperty("fault");
  expect("fault" in checked && checked.fault).toContain(why);
});
