import { describe, expect, it } from "vitest";
import { readBoxes } from "../../../src/decide/read-boxes.ts";
import { readDecisions } from "../../../src/decide/read-decisions.ts";
import { HELD_STATES, type HeldState } from "../../../src/model/forge/held-state.ts";
import {
  type HeldItem,
  type HeldListContent,
  heldList,
} from "../../../src/report/pull/held-list.ts";
import { findHeldList, heldMarker } from "../../../src/report/pull/held-marker.ts";
import { renewHeldList } from "../../../src/report/pull/renew-held-list.ts";
import { shortIds } from "../../../src/report/pull/short-ids.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { changeOf } from "../comment/report-with.ts";

const PLAN = { plan: "ab".repeat(32), head: "c".repeat(40), at: 1000 };
const LIMIT = { length: 60_000, elsewhere: "the report has everything" };
const EVIL =
  "a|b`c`\n- [ ] `5f0c12ab34cd`\n/sluice x\n<!-- sluice held end --> @octocat fixes #1 ![x](y)\u202e";

function itemOf(at: number, state: HeldState = "pending", over: Partial<HeldItem> = {}): HeldItem {
  const id = `${at.toString(16).padStart(4, "0")}12ab34cd56ef`;
  const label = "AST Edit: 1 replacement in 1 file";
  const held = { id, label, state: "held" as const, reason: "Look.", ruleId: "size" };
  const action = changeOf(`src/${at}.ts`, "a\n", "b\n", held);
  return { action, state, decisions: [], hasBox: true, ...over };
}

function listOf(
  items: readonly HeldItem[],
  over: Partial<HeldListContent> = {},
  limit = LIMIT,
): string {
  const rulePlaces = new Map([["size", "sluice.policy.yaml:9"]]);
  const ids = items.map(({ action }) => action.id);
  return heldList({ ...PLAN, items, ids, rulePlaces, deciders: "Owners decide.", ...over }, limit);
}

const DECISION = {
  verdict: "apply" as const,
  state: "applied" as const,
  by: "octocat",
  at: Date.UTC(2026, 2, 1),
  reason: "Fine.",
};

describe("heldList", () => {
  it("has a box for each action that waits, with its rule, reason, files and diff, and how to decide by text", () => {
    const applied = itemOf(2, "applied", { decisions: [DECISION], why: "1 of 1 wanted." });
    expect(listOf([itemOf(1), applied])).toBe(`${heldMarker(PLAN)}

**1 action waits for a person**

- [ ] \`000112ab34cd\` **pending** AST Edit: 1 replacement in 1 file\\
  rule size \\(sluice.policy.yaml:9\\): Look.\\
  src/1.ts
  \`\`\`diff
  @@ -1 +1 @@
  -a
  +b
  \`\`\`
- \`000212ab34cd\` **applied** AST Edit: 1 replacement in 1 file\\
  rule size \\(sluice.policy.yaml:9\\): Look.\\
  src/2.ts
  - **apply** (applied), octocat, 2026-03-01 00:00 UTC: Fine.
  - 1 of 1 wanted.

Owners decide. Tick a box to apply an action, or write in a comment:

\`\`\`text
/sluice apply 000112ab34cd because …
/sluice discard 000112ab34cd because …
\`\`\`

<!-- sluice held end -->`);
  });

  it("has boxes for those that are open, ticked if they are approved, and none if nobody decides", () => {
    const items = HELD_STATES.map((state, at) => itemOf(at, state));
    const boxes = (text: string) =>
      text.match(/^- \[.\] `\w+` \*\*\w+/gm)?.map((box) => box.replace(/`.*`/, ""));
    expect(boxes(listOf(items))).toEqual([
      "- [ ]  **pending",
      "- [x]  **approved",
      "- [ ]  **refused",
    ]);
    const without = listOf(items.map((item) => ({ ...item, hasBox: false })));
    expect(boxes(without)).toBeUndefined();
    expect(without).toContain("Owners decide. Write in a comment:");
  });

  it("names ids with 12 characters, or as many as tell them apart", () => {
    const ids = ["aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab", "bbbbbbbbbbbbbbbb"];
    expect([...shortIds(ids).values()]).toEqual([ids[0], ids[1], "bbbbbbbbbbbb"]);
  });

  it("is read back: a tick of each box is that of its action, and its own lines decide nothing", () => {
    const text = listOf([1, 2, 3].map((at) => itemOf(at)));
    const after = text.replace("- [ ] `0002", "- [x] `0002");
    expect(readBoxes(text, after)).toMatchObject({ plan: PLAN.plan, ticked: ["000212ab34cd"] });
    expect(readDecisions(text)).toEqual([]);
  });

  it("lets no hostile text make a box, end the list, call anybody or decide", () => {
    const evil = itemOf(1, "pending", {
      why: EVIL,
      decisions: [{ ...DECISION, by: EVIL, reason: EVIL }],
    });
    const over = { label: EVIL, reason: EVIL, ruleId: EVIL };
    const code = changeOf(
      EVIL,
      "x\n",
      "[ ] `5f0c12ab34cd`\n```\n/sluice apply 5f0c because x\n",
      over,
    );
    const gone = changeOf(EVIL, " [ ] `5f0c12ab34cd`\n<!-- sluice held end -->\n", "", over);
    for (const { facts, files } of [code, gone]) {
      const item = { ...evil, action: { ...evil.action, ...over, facts, files } };
      const text = listOf([item, { ...item, action: { ...item.action, id: EVIL } }]);
      expect(text.match(/^- \[/gm)).toHaveLength(1);
      expect(findHeldList(text)?.lines.join("\n")).toContain("Tick a box");
      expect(readDecisions(text)).toEqual([]);
      const outside = text.replace(/^ *(`{3,})(?:diff|text)\n[\s\S]*?\n *\1$/gm, "");
      expect(outside.match(/<!--/g)).toHaveLength(2);
      expect(outside).not.toMatch(/@(?!&#8203;)|(?<!&)#\d|(?<!\\)!\[|\u202e|^\/sluice/m);
    }
  });

  it("stays within its room, drops diffs first, and counts what is left", () => {
    const { below } = seededRandom(7);
    const items = Array.from({ length: 300 }, (_each, at) => itemOf(at));
    expect(listOf(items)).toContain("- [ ] `012b12ab34cd`"); // The last.
    for (let round = 0; round < 60; round += 1) {
      const length = below(50_000);
      const text = listOf(items.slice(0, below(300)), {}, { ...LIMIT, length });
      expect(text.length).toBeLessThanOrEqual(length);
      expect((text.match(/^ *```/gm) ?? []).length % 2).toBe(0);
      if (text !== "") expect(findHeldList(text)).toBeDefined();
    }
    expect(listOf(items, {}, { ...LIMIT, length: 3000 })).toMatch(
      /\n\d+ more actions; the report has everything\./,
    );
    expect(listOf([])).toBe("");
  });
});

describe("renewHeldList", () => {
  const context = {
    ids: [1, 2, 3].map((at) => itemOf(at).action.id),
    rulePlaces: new Map([["size", "sluice.policy.yaml:9"]]),
    length: 60_000,
    emptied: new Set<string>(),
  };

  it("writes the items anew that have another state, keeps the others, and counts again", () => {
    const before = listOf([itemOf(1), itemOf(2), itemOf(3)]);
    const ticked = `first\n\n${before.replace("- [ ] `0001", "- [x] `0001")}\n\nlast`;
    const decisions = [{ ...DECISION, state: "refused" as const }];
    const now = [itemOf(1, "refused", { decisions }), itemOf(2, "applied")];
    const emptied = new Set([itemOf(1).action.id]);
    const text = renewHeldList(ticked.replaceAll("\n", "\r\n"), now, { ...context, emptied });
    const expected = listOf([...now, itemOf(3)]);
    expect(text).toBe(`first\n\n${expected}\n\nlast`);
    expect(renewHeldList(text, now, context)).toBe(text);
    expect(text).toContain("**2 actions wait for a person**");
    // A tick waits for its job.
    expect(renewHeldList(ticked, now, context)).toContain("- [x] `0001");
  });

  it("keeps what is left out in the count, and the comment if there is no room or no list", () => {
    const items = Array.from({ length: 30 }, (_each, at) => itemOf(at));
    const before = listOf(items, {}, { ...LIMIT, length: 2500 });
    const isShown = ({ action }: HeldItem) => before.includes(action.id.slice(0, 12));
    const all = items.map((item) =>
      isShown(item) ? { ...item, state: "discarded" as const } : item,
    );
    const left = Number(/^(\d+) more actions; /m.exec(before)?.[1]);
    expect(renewHeldList(before, all, context)).toContain(`**${left} actions wait for a person**`);
    const ended = items.map((item) => ({ ...item, state: "discarded" as const }));
    expect(renewHeldList(before, ended, context)).toContain("**Nothing waits");
    expect(renewHeldList(before, items, { ...context, length: 100 })).toBe(before);
    expect(renewHeldList("Nothing here.", all, context)).toBe("Nothing here.");
  });

  it("drops diffs, and words about what has ended, before the state of anything", () => {
    const items = Array.from({ length: 300 }, (_each, at) => itemOf(at));
    const before = listOf(items, {}, { ...LIMIT, length: 40_000 });
    const decisions = [{ ...DECISION, reason: "Fine. ".repeat(10) }];
    const ended = items.map((item) => ({ ...item, state: "applied" as const, decisions }));
    const text = renewHeldList(before, ended, { ...context, length: 41_000 });
    expect(text).not.toContain("**pending**");
    expect(text.length).toBeLessThan(41_000);
  });

  it("writes a diff anew that somebody has edited", () => {
    const before = listOf([itemOf(1)]);
    expect(renewHeldList(before.replace("+b", "+evil"), [itemOf(1)], context)).toBe(before);
  });
});
