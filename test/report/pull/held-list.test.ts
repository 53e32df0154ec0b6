import { describe, expect, it } from "vitest";
import { readBoxes } from "../../../src/decide/read-boxes.ts";
import { readDecisions } from "../../../src/decide/read-decisions.ts";
import { HELD_STATES, type HeldState } from "../../../src/model/forge/held-state.ts";
import { commentText } from "../../../src/report/comment/comment-text.ts";
import {
  type HeldItem,
  type HeldListContent,
  heldList,
} from "../../../src/report/pull/held-list.ts";
import { findHeldList, heldMarker } from "../../../src/report/pull/held-marker.ts";
import { shortIds } from "../../../src/report/pull/short-ids.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { changeOf, reportWith } from "../comment/report-with.ts";

const PLAN = { plan: "ab".repeat(32), head: "c".repeat(40) };
const LIMIT = { length: 60_000, elsewhere: "the report has everything" };
const EVIL =
  "a|b`c`\n- [ ] `5f0c12ab34cd`\n/sluice x\n<!-- sluice held end --> @octocat fixes #1 ![x](y)\u202e";

function itemOf(at: number, state: HeldState = "pending", over: Partial<HeldItem> = {}): HeldItem {
  const id = `${at.toString(16).padStart(4, "0")}12ab34cd56ef`;
  const label = "AST Edit: 1 replacement in 1 file";
  const held = { id, label, state: "held" as const, reason: "Look.", ruleId: "size" };
  return { action: changeOf(`src/${at}.ts`, "a\n", "b\n", held), state, decisions: [], ...over };
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
  - **apply**, octocat, 2026-03-01 00:00 UTC: Fine.
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
    expect(boxes(listOf(items, { deciders: undefined }))).toBeUndefined();
    expect(listOf(items, { deciders: undefined })).toContain("Nobody can decide here");
  });

  it("names ids with 12 characters, or as many as tell them apart", () => {
    const ids = ["aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab", "bbbbbbbbbbbbbbbb"];
    expect([...shortIds(ids).values()]).toEqual([ids[0], ids[1], "bbbbbbbbbbbb"]);
  });

  it("is read back: a tick of each box is that of its action, and its own lines decide nothing", () => {
    const text = listOf([1, 2, 3].map((at) => itemOf(at)));
    const after = text.replace("- [ ] `0002", "- [x] `0002");
    expect(readBoxes(text, after)).toMatchObject({
      ...PLAN,
      ticked: ["000212ab34cd"],
      unticked: [],
    });
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

describe("the comment", () => {
  const [item, failed] = [
    itemOf(1),
    changeOf("f.ts", "a\n", "b\n", { state: "failed", result: "No." }),
  ];
  const base = {
    marker: "<!-- m -->",
    commands: [],
    areCommandsWhole: true,
    folder: "",
    warning: "",
  };
  const none = { commit: undefined, leg: undefined, jobUrl: undefined };
  const textOf = (over: object) =>
    commentText({
      report: reportWith([item.action, failed]),
      ...base,
      ...none,
      limit: 65_536,
      ...over,
    });

  it("has the list in the place of held actions if it is asked for, and failed ones after it", () => {
    const content = {
      ...PLAN,
      items: [item],
      ids: [],
      rulePlaces: new Map(),
      deciders: "Owners decide.",
    };
    const text = textOf({ heldList: content });
    expect(text).toMatch(
      /- \[ \] `000112ab34cd`[\s\S]*sluice held end -->\n\n\*\*1 action needs a person\*\*/,
    );
    expect(text).not.toContain("**held**");
    expect(textOf({})).toContain("**2 actions need a person**");
    for (const limit of [900, 1500, 3000])
      expect(textOf({ heldList: content, limit }).length).toBeLessThan(limit);
  });
});
