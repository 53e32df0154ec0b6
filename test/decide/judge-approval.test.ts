import { describe, expect, it } from "vitest";
import {
  type AskedApproval,
  type Decider,
  judgeApproval,
} from "../../src/decide/judge-approval.ts";
import type { PolicyApprovals } from "../../src/model/policy/approvals.ts";

const DAY = 86_400_000;
const WRITE: PolicyApprovals = { by: "write", count: 1, notAuthor: true };

function personOf(over: Partial<Decider> = {}): Decider {
  const teams = new Map<string, boolean | undefined>();
  return {
    login: "ann",
    isBot: false,
    permission: "write",
    ownsAll: true,
    teams,
    isAuthor: false,
    ...over,
  };
}

function judged(
  approvals: Partial<PolicyApprovals>,
  person: Partial<Decider> = {},
  over: Partial<AskedApproval> = {},
) {
  return judgeApproval({
    approvals: { ...WRITE, ...approvals },
    person: personOf(person),
    earlier: [],
    isTick: false,
    isFromFork: false,
    isStale: false,
    shownAt: 0,
    now: DAY,
    ...over,
  });
}

const TEAM = "org/team";
const inTeam = (value: boolean | undefined) => ({ teams: new Map([[TEAM, value]]) });

describe("judgeApproval", () => {
  it.each<[string, string, Partial<PolicyApprovals>, Partial<Decider>, Partial<AskedApproval>]>([
    ["approved", "somebody who may push", {}, {}, {}],
    ["refused", "somebody who may only read", {}, { permission: "read" }, {}],
    ["refused", "a bot", {}, { isBot: true }, {}],
    ["refused", "the author", {}, { isAuthor: true }, {}],
    ["approved", "the author, if that is allowed", { notAuthor: false }, { isAuthor: true }, {}],
    ["refused", "anybody on a fork", {}, {}, { isFromFork: true }],
    ["refused", "anybody without `approvals:`", {}, {}, { approvals: undefined }],
    ["approved", "an owner", { by: "owners" }, {}, {}],
    ["refused", "an owner of some files", { by: "owners" }, { ownsAll: false }, {}],
    ["refused", "somebody who perhaps owns all", { by: "owners" }, { ownsAll: undefined }, {}],
    ["refused", "an owner who may not push any more", { by: "owners" }, { permission: "read" }, {}],
    ["approved", "a person by name, in any case", { by: ["ANN"] }, { permission: "read" }, {}],
    ["refused", "a person who is not named", { by: ["bob"] }, {}, {}],
    ["approved", "a member", { by: [TEAM] }, inTeam(true), {}],
    ["refused", "somebody who left the team", { by: [TEAM] }, inTeam(false), {}],
    ["refused", "somebody who is perhaps a member", { by: [TEAM] }, inTeam(undefined), {}],
    ["approved", "a tick, if one person is enough", {}, {}, { isTick: true }],
    ["refused", "a tick, if two are wanted", { count: 2 }, {}, { isTick: true }],
    ["stale", "a decision after a push to the files", {}, {}, { isStale: true }],
    ["refused", "a stranger after a push", {}, { permission: "none" }, { isStale: true }],
    ["approved", "a decision in time", { expires: DAY + 1 }, {}, {}],
    ["expired", "a decision that is late", { expires: DAY }, {}, {}],
    ["pending", "the first of two", { count: 2 }, {}, {}],
    [
      "pending",
      "the same person twice",
      { count: 2 },
      {},
      { earlier: [personOf({ login: "Ann" })] },
    ],
    ["approved", "the second of two", { count: 2 }, {}, { earlier: [personOf({ login: "bob" })] }],
    [
      "pending",
      "the second, after the first has lost the right",
      { count: 2 },
      {},
      { earlier: [personOf({ login: "bob", permission: "none" })] },
    ],
  ])("is %s for %s", (state, _who, approvals, person, over) => {
    const judgement = judged(approvals, person, over);
    expect(judgement.state).toBe(state);
    expect(judgement.why).toMatch(/\.$/);
  });

  it("says that a membership is unknown, what to do without `approvals:`, and how many are missing", () => {
    expect(judged({ by: [TEAM] }, inTeam(undefined)).why).toContain(
      "It is not known if ann is a member of org/team: the token may not read",
    );
    expect(judged({}, {}, { approvals: undefined }).why).toContain(
      "Add `approvals:` to the policy",
    );
    expect(judged({ count: 3 }).why).toBe("1 of 3 wanted. 2 more people must want the same.");
  });
});
