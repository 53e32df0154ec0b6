import { createColors } from "picocolors";
import { expect, it } from "vitest";
import { prettyDecisions } from "../../src/report/pretty-decisions.ts";
import { prettyPulls } from "../../src/report/pretty-pulls.ts";

const COLORS = createColors(false);

it("shows each pull request in a line, with why it is as it is", () => {
  const about = { group: "@ann", base: "main", actions: ["1"] };
  expect(
    prettyPulls(
      [
        { ...about, branch: "a", state: "opened", isPlanned: true },
        { ...about, branch: "b\u001b[2J", state: "left", number: 7, why: "a person has pushed" },
      ],
      COLORS,
    ),
  ).toEqual([
    "would be opened pull request a (1 action)",
    "left #7 b\\x1b[2J (1 action): a person has pushed",
  ]);
});

it("shows each decision in a line, and counts those that are too many", () => {
  const decision = {
    verdict: "apply",
    state: "applied",
    by: "ann",
    at: "",
    reason: "Fine.",
  } as const;
  const one = {
    ...decision,
    actions: ["0123456789abcdef"],
    why: "An owner.",
    commit: "c0ffee00000",
  };
  expect(prettyDecisions([one], COLORS)).toEqual([
    "applied 0123456789ab in c0ffee0000: apply by ann: An owner.",
  ]);
  const lines = prettyDecisions(
    Array.from({ length: 52 }, () => one),
    COLORS,
  );
  expect([lines.length, lines.at(-1)]).toEqual([51, "and 2 more"]);
});
