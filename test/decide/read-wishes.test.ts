import { expect, it } from "vitest";
import { readWishes } from "../../src/decide/read-wishes.ts";
import { type Receipt, receiptLine } from "../../src/decide/receipts.ts";
import type { Plan } from "../../src/plan-file/plan.ts";
import { boxLine, HELD_END, heldMarker } from "../../src/report/pull/held-marker.ts";

const LISTED = { plan: "ab".repeat(32), head: "c".repeat(40), at: 1000 };
const ID = "5f0c12ab34cd0000";
const [ACCOUNT, PERSON] = [
  { login: "sluice[bot]", isBot: true },
  { login: "petra", isBot: false },
];
const ACTION = { id: ID, state: "held", label: "Swap", files: [] };
const PLAN = { digest: LISTED.plan, actions: [ACTION] } as unknown as Plan;
const RECEIPT: Receipt = {
  ...{ verdict: "apply", state: "refused", actions: [ID], plan: LISTED.plan, head: LISTED.head },
  ...{ by: "petra", at: 5, source: "IC_1 ticked 5 petra", reason: "Ticked the box." },
};

function listOf(line: string): string {
  return [heldMarker(LISTED), "", line, "", HELD_END].join("\n");
}

function itemLine(isTicked: boolean, label = "Swap"): string {
  return `${boxLine(ID, isTicked)} **pending** ${label}\\`;
}

function comment(id: string, body: string) {
  return { id, body, author: ACCOUNT, createdAt: 1, isEdited: id === "IC_1", isOwn: true };
}

/** Reads a tick by a list as it is now, with other comments. */
function ticked(now: string, ...others: readonly string[]) {
  return tickedIn([listOf(itemLine(false)), listOf(itemLine(true))], now, ...others);
}

function tickedIn([before, after]: readonly [string, string], ...[now, ...others]: string[]) {
  const thread = [now ?? "", ...others].map((body, at) => comment(`IC_${at + 1}`, body));
  const edit = { by: PERSON, at: 5, before, after };
  const event = { id: "IC_1", isEdited: true, edit } as Parameters<typeof readWishes>[0];
  const read = readWishes(event, thread, PLAN);
  return read.kind === "read" ? { wishes: read.wishes.length, faults: read.faults } : read.why;
}

const UNTICKED = "The box is not ticked any more. Tick it again, or write a comment.";

it.each([
  ["ticked", listOf(boxLine(ID, true)), [], 1],
  ["taken back", listOf(boxLine(ID, false)), [], 0],
  ["of an action that has ended, and has no box", listOf(`- \`${ID}\` **applied** Swap`), [], 1],
  ["of a list of another plan", listOf("").replaceAll("ab", "cd"), [], 0],
  ["empty after its answer", listOf(boxLine(ID, false)), [receiptLine(RECEIPT)], 1],
  [
    "empty, with the answer of another tick",
    listOf(boxLine(ID, false)),
    [receiptLine({ ...RECEIPT, source: "IC_1 ticked 4 petra" })],
    0,
  ],
])("P3 reads a tick if its box is now %s", (_, now, others, wishes) => {
  const faults = wishes === 1 ? [] : [UNTICKED];
  expect(ticked(now, ...others)).toEqual({ wishes, faults });
});

it.each([
  ["another label", ["pending** Harmless"]],
  ["a diff of its own", ["pending** Swap", "  ```diff", "  -a", "  +evil", "  ```"]],
  ["the action twice", ["pending** Swap", `- [ ] \`${ID}\` **pending** Swap`]],
])("P3 counts no tick in a list that somebody has given %s", (_, [first = "", ...more]) => {
  const listed = (isTicked: boolean) =>
    listOf([`${boxLine(ID, isTicked)} **${first}\\`, ...more].join("\n"));
  const read = tickedIn([listed(false), listed(true)], listed(true));
  expect(read).toMatchObject({ wishes: 0, faults: [expect.stringMatching(/edited|not ticked/)] });
});
