import { expect, it } from "vitest";
import { othersWhoWant } from "../../src/decide/read-thread.ts";
import type { Receipt } from "../../src/decide/receipts.ts";
import type { ThreadComment } from "../../src/forge/people.ts";
import type { Plan, PlannedAction } from "../../src/plan-file/plan.ts";

const ID = "5f0c12ab34cd0000";
const ACTION = { id: ID, state: "held", files: [] } as unknown as PlannedAction;
const PLAN = { digest: "ab".repeat(32), actions: [ACTION] } as unknown as Plan;

function comment(id: string, login: string, body: string): ThreadComment {
  const author = { login, isBot: false };
  return { id, author, body, createdAt: 1, isEdited: false, isOwn: false };
}

/** A comment that nobody may read. */
function unread(id: string, login: string): ThreadComment {
  const at = { get: () => expect.fail(`The comment of ${login} was read.`) };
  return Object.defineProperty(comment(id, login, ""), "body", at);
}

function receipt(source: string, state: Receipt["state"]): Receipt {
  return { source, state, actions: [ID] } as unknown as Receipt;
}

const APPLY = `/sluice apply ${ID} because yes`;

/** Returns the logins of those who want to apply it, besides the comment `me`. */
function others(thread: readonly ThreadComment[], receipts: readonly Receipt[]) {
  const about = { verdict: "apply", source: "me" } as const;
  return othersWhoWant(about, ACTION, { plan: PLAN, thread, receipts }).map(({ login }) => login);
}

it("P3 counts people whose comments wait, and reads nothing of anybody else", () => {
  const thread = [comment("1", "Olga", APPLY), unread("2", "sam"), unread("me", "petra")];
  expect(others(thread, [receipt("1", "pending"), receipt("2", "refused")])).toEqual(["Olga"]);
  expect(others([unread("1", "olga")], [receipt("1", "stale")])).toEqual([]);
});

it("P3 takes the last word of a person, in whatever case the forge has the login", () => {
  const discard = comment("3", "olga", `/sluice discard ${ID} because no`);
  const thread = [comment("1", "Olga", APPLY), discard];
  expect(others(thread, [receipt("1", "pending")])).toEqual([]);
  expect(others([...thread].reverse(), [receipt("1", "pending")])).toEqual(["Olga"]);
});
