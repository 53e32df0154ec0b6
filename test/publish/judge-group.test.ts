import { describe, expect, it } from "vitest";
import type { BranchCommit, OwnPull } from "../../src/forge/pulls.ts";
import { type GroupState, judgeEmpty, judgeGroup } from "../../src/publish/judge-group.ts";
import { markLine, NO_CONTENT, type PullMark } from "../../src/publish/pull-mark.ts";

const OWN = { campaign: "c".repeat(16), email: "bot@example.test", base: "main" };
const [NOW, OLD] = ["a".repeat(16), "b".repeat(16)];
const [T, W, X] = ["1".repeat(40), "2".repeat(40), "f".repeat(40)];

/** A commit as Sluice makes it. */
const MADE: BranchCommit = {
  message: `Swap\n\nSluice-Plan: 0123\nSluice-Publish: ${OWN.campaign}`,
  committerEmail: OWN.email,
  authoredAt: 1000,
  committedAt: 1000,
  parents: 1,
};

const FOREIGN: Readonly<Record<string, BranchCommit>> = {
  "of a person": { ...MADE, message: "By hand", committerEmail: "ann@example.test" },
  "amended by the same committer": { ...MADE, committedAt: 2000 },
  "of another committer": { ...MADE, committerEmail: "ann@example.test" },
  "of another campaign": { ...MADE, message: `Swap\n\nSluice-Publish: ${"d".repeat(16)}` },
  "that only quotes the trailer": {
    ...MADE,
    message: `See > Sluice-Publish: ${OWN.campaign} there`,
  },
  "that merges": { ...MADE, parents: 2 },
  "without a parent": { ...MADE, parents: 0 },
  "of unknown dates": { ...MADE, authoredAt: Number.NaN, committedAt: Number.NaN },
};

function pullOf(mark: Partial<PullMark> | string, more: Partial<OwnPull> = {}): OwnPull {
  const whole = { campaign: OWN.campaign, content: NOW, tip: T, missing: undefined };
  const body = typeof mark === "string" ? mark : `${markLine({ ...whole, ...mark })}\n\nText`;
  const place = { number: 1, id: "PR_1", url: "https://forge.test/1", title: "Swap", body };
  const branch = { base: "main", branch: "swap", head: T, createdAt: 0 };
  const rest = { isDraft: false, labels: [], reviewers: [], mergesItself: false } as const;
  return { ...place, ...branch, ...rest, state: "open", checks: "none", ...more };
}

function judge(state: Partial<GroupState>) {
  const { pull: _, ...step } = {
    pull: undefined,
    ...judgeGroup(
      { content: NOW, tip: T, open: undefined, past: [], last: undefined, ...state },
      OWN,
    ),
  };
  return step;
}

const LEFT = (why: RegExp) => ({ kind: "left", why: expect.stringMatching(why) });
const UNASKED = {};

describe("P1 a group with an open pull request", () => {
  const refresh = (expected: string) => ({ kind: "refresh", expected });
  it.each<[what: string, state: Partial<GroupState>, step: object]>([
    ["is kept if nothing has changed", { open: pullOf({}) }, { kind: "keep" }],
    ["is kept if the answer to the push was lost", { open: pullOf({ was: W }) }, { kind: "keep" }],
    ["asks for the commit before it is refreshed", { open: pullOf({ content: OLD }) }, UNASKED],
    [
      "is refreshed if the change is another",
      { open: pullOf({ content: OLD }), last: MADE },
      refresh(T),
    ],
    [
      "is refreshed if the push is missing",
      { open: pullOf({ was: W }), tip: W, last: MADE },
      refresh(W),
    ],
    ["is left without its branch", { open: pullOf({}), tip: undefined }, LEFT(/branch is gone/)],
    ["is left with another base", { open: pullOf({}, { base: "next" }) }, LEFT(/changed its base/)],
    ["is left without a mark", { open: pullOf("Text") }, LEFT(/first line of its text/)],
    ["asks who has moved its branch", { open: pullOf({ was: W }), tip: X }, UNASKED],
    [
      "is left at any other commit, however much it looks like ours",
      { open: pullOf({ content: OLD, was: W }), tip: X, last: MADE },
      LEFT(/a person has pushed/),
    ],
    [
      "is left with an approved action",
      {
        open: pullOf({ content: OLD }),
        tip: X,
        last: { ...MADE, message: "Swap\n\nSluice-Approved: 5f0c by ann" },
      },
      LEFT(/action that a person approved/),
    ],
    [
      "is left if only its mark names an approved action's commit",
      {
        open: pullOf({ content: OLD }),
        last: { ...MADE, message: `${MADE.message}\nSluice-Approved: 5f0c by ann` },
      },
      LEFT(/not one of Sluice's/),
    ],
    ...Object.entries(FOREIGN).map(
      ([what, last]) =>
        [
          `is left if its mark names a commit ${what}`,
          { open: pullOf({ content: OLD }), last },
          LEFT(/not one of Sluice's/),
        ] as [string, Partial<GroupState>, object],
    ),
  ])("%s", (_, state, step) => {
    expect(judge(state)).toEqual(step);
  });
});

describe("P1 a group without an open pull request", () => {
  const closed = (mark: Partial<PullMark>) => pullOf(mark, { state: "closed" });
  const merged = (head: string) => pullOf({}, { state: "merged", head });
  const taken = { kind: "taken", why: expect.stringMatching(/not ours/) };
  it.each<[what: string, state: Partial<GroupState>, step: object]>([
    ["is opened", { tip: undefined }, { kind: "open", expected: undefined }],
    ["asks for the last commit of its branch", {}, UNASKED],
    ["goes on after a push", { last: MADE }, { kind: "open", expected: T }],
    ["is opened again after a merge", { past: [merged(T)] }, { kind: "open", expected: T }],
    ["asks who has pushed after a merge", { past: [merged(W)] }, UNASKED],
    [
      "leaves what was pushed after a merge",
      { past: [merged(W)], last: FOREIGN["of a person"] },
      taken,
    ],
    [
      "is declined if a person closed the same",
      { past: [closed({})] },
      { kind: "declined", why: expect.any(String) },
    ],
    [
      "is opened if the change is another than the one that was closed",
      { past: [closed({ content: OLD }), closed({})], tip: undefined },
      { kind: "open", expected: undefined },
    ],
    [
      "is opened if Sluice has closed it, because nothing was left",
      { past: [closed({ content: NO_CONTENT })], last: MADE },
      { kind: "open", expected: T },
    ],
    [
      "leaves the branch with an action that a person approved",
      { last: { ...MADE, message: `${MADE.message}\nSluice-Approved: 5f0c by ann` } },
      taken,
    ],
    ...Object.entries(FOREIGN).map(
      ([what, last]) =>
        [`leaves a branch with a commit ${what}`, { last }, taken] as [
          string,
          Partial<GroupState>,
          object,
        ],
    ),
  ])("%s", (_, state, step) => {
    expect(judge(state)).toEqual(step);
  });
});

describe("P1 a pull request of which nothing is left", () => {
  it.each<
    [what: string, open: OwnPull, tip: string | undefined, closeEmpty: boolean, step: object]
  >([
    ["is closed", pullOf({}), T, true, { kind: "close" }],
    ["is closed if its last push is missing", pullOf({ was: W }), W, true, { kind: "close" }],
    ["stays if the policy says so", pullOf({}), T, false, { kind: "empty" }],
    ["is left if a person has pushed", pullOf({}), X, true, LEFT(/a person has pushed/)],
    ["is left without its branch", pullOf({}), undefined, true, LEFT(/branch is gone/)],
    ["is left without a mark", pullOf("Text"), T, true, LEFT(/first line of its text/)],
    [
      "is left if it was closed before",
      pullOf({ content: NO_CONTENT }),
      T,
      true,
      LEFT(/a person has reopened it/),
    ],
  ])("%s", (_, open, tip, closeEmpty, step) => {
    const last = FOREIGN["of a person"];
    const { pull, ...rest } = judgeEmpty(open, { tip, last }, OWN, closeEmpty) ?? expect.fail();
    expect(pull).toBe(open);
    expect(rest).toEqual(step);
    expect(judgeEmpty(open, { tip, last: undefined }, OWN, closeEmpty) === undefined).toBe(
      tip === X,
    );
  });
});
