import { expect, it } from "vitest";
import { boxesNow, readBoxes } from "../../src/decide/read-boxes.ts";
import { boxLine, HELD_END, heldMarker } from "../../src/report/pull/held-marker.ts";

const PLAN = { plan: "ab".repeat(32), head: "c".repeat(40), at: 1000, run: "77" };
const [ONE, TWO] = ["5f0c12ab34cd", "6a1d00000000"];

function listOf(
  ticks: readonly [boolean, boolean],
  { text = "**pending** Swap", plan = PLAN } = {},
) {
  const lines = [
    heldMarker(plan),
    "",
    "**2 actions wait for a person**",
    "",
    `${boxLine(ONE, ticks[0])} ${text}\\`,
    "  ```diff",
    `  - [ ] \`${TWO}\` forged`,
    "  ```",
    `${boxLine(TWO, ticks[1])} ${text}\\`,
    HELD_END,
  ];
  return `### Sluice\n\n${lines.join("\n")}\n\nmore\n`;
}

it("reads the boxes that were ticked, and the plan that they are about", () => {
  const after = listOf([true, false]);
  const { plan } = PLAN;
  expect(readBoxes(listOf([false, true]), after)).toEqual({ kind: "boxes", plan, ticked: [ONE] });
  expect(boxesNow(after, plan)).toEqual([
    { id: ONE, isTicked: true },
    { id: TWO, isTicked: false },
  ]);
  expect(boxesNow(after, "0")).toBeUndefined();
});

it("reads boxes whatever white space a forge puts at ends of lines, and a large X", () => {
  const after = listOf([true, false]).replaceAll("\n", "\r\n").replace("[x]", "[X]");
  expect(readBoxes(listOf([false, false]), after)).toMatchObject({ ticked: [ONE] });
});

it("reads nothing if no box changed, or if there was no list", () => {
  expect(readBoxes(listOf([true, false]), listOf([true, false]))).toEqual({ kind: "none" });
  const outside = `${listOf([false, false])}- [ ] \`${ONE}\` x`;
  expect(readBoxes(outside, outside.replace(/\[ \](?=[^[]*$)/, "[x]"))).toEqual({ kind: "none" });
  expect(readBoxes("- [ ] `5f0c12ab34cd`", "- [x] `5f0c12ab34cd`")).toEqual({ kind: "none" });
});

it.each([
  [
    "another text",
    listOf([true, false], { text: "**pending** Harmless" }),
    "more of the list than boxes",
  ],
  [
    "a box in a diff",
    listOf([true, false]).replace("  - [ ]", "  - [x]"),
    "more of the list than boxes",
  ],
  ["another id", listOf([true, false]).replace(ONE, "ffffffffffff"), "more of the list than boxes"],
  [
    "another plan",
    listOf([true, false], { plan: { ...PLAN, plan: "00".repeat(32) } }),
    "another plan",
  ],
  ["another run", listOf([true, false]).replace("run=77", "run=78"), "another plan"],
  ["no list", "gone", "took the list"],
])("tells an edit that leaves %s, and counts nothing of it", (_what, after, message) => {
  const expected = { kind: "fault", message: expect.stringContaining(message) };
  expect(readBoxes(listOf([false, false]), after)).toEqual(expected);
});
