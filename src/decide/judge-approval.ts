import type { Permission } from "../forge/people.ts";
import type { HeldState } from "../model/forge/held-state.ts";
import type { PolicyApprovals } from "../model/policy/approvals.ts";
import { countOf } from "../shared/count-of.ts";
import { instantText } from "../shared/time/instant-text.ts";

/** A person who decides, as the forge knows them at this moment. */
export interface Decider {
  readonly login: string;
  readonly isBot: boolean;
  readonly permission: Permission;
  /** True if they own every file of the action; undefined if a team owns one whose members the token may not see. */
  readonly ownsAll: boolean | undefined;
  /** The teams of the policy; undefined for one whose members the token may not see. */
  readonly teams: ReadonlyMap<string, boolean | undefined>;
  readonly isAuthor: boolean;
}

/** A decision about one action, and what it rests on. */
export interface AskedApproval {
  /** Those in force for the action; undefined if the policy has none. */
  readonly approvals: PolicyApprovals | undefined;
  readonly person: Decider;
  /** People who want the same of the same action of the same plan, as the forge knows them now. */
  readonly earlier: readonly Decider[];
  /** True if it is a ticked box. */
  readonly isTick: boolean;
  readonly isFromFork: boolean;
  /** True if the files of the action in the head are not those of the plan. */
  readonly isStale: boolean;
  /** The times of the report that shows the action, and of now; milliseconds since 1970. */
  readonly shownAt: number;
  readonly now: number;
}

/** What becomes of an action by a decision. `approved` is of what was wanted: to apply or to discard it. */
export interface Judgement {
  readonly state: Extract<HeldState, "approved" | "pending" | "refused" | "stale" | "expired">;
  /** One or more sentences. */
  readonly why: string;
}

/** Judges a decision by who, what and when. */
export function judgeApproval(asked: AskedApproval): Judgement {
  const { approvals, person, earlier } = asked;
  if (asked.isFromFork)
    return refused(
      "Nobody decides on a pull request from a fork: its branch is not ours to write.",
    );
  if (approvals === undefined)
    return refused(
      "The policy says nobody who may decide. Add `approvals:` to the policy of the base branch, or use `sluice resolve` in a checkout.",
    );
  const objection = objectionTo(person, approvals);
  if (objection !== undefined) return refused(objection);
  if (asked.isTick && approvals.count > 1)
    return refused(`A box is for one person, and ${approvals.count} are wanted: write a comment.`);
  if (asked.isStale)
    return {
      state: "stale",
      why: "The files of the action have changed since the plan. Run Sluice again, and decide about the new plan.",
    };
  const end = approvals.expires === undefined ? undefined : asked.shownAt + approvals.expires;
  if (end !== undefined && asked.now >= end)
    return {
      state: "expired",
      why: `The time to decide ended at ${instantText(end)}. Run Sluice again.`,
    };
  return counted(person, earlier, approvals);
}

function refused(why: string): Judgement {
  return { state: "refused", why };
}

/** Returns the reason why a person does not count; undefined if they do. */
export function objectionTo(
  person: Decider,
  { by, notAuthor }: PolicyApprovals,
): string | undefined {
  const { login, isBot, permission } = person;
  if (isBot) return `${login} is a bot, and only people decide.`;
  if (notAuthor && person.isAuthor)
    return `${login} is the author of the pull request, and \`notAuthor\` wants somebody else.`;
  const mayWrite = permission === "write" || permission === "admin";
  if (by === "write")
    return mayWrite
      ? undefined
      : `${login} may not push to the repository, and \`by: write\` wants that.`;
  return by === "owners" ? ownerObjection(person, mayWrite) : memberObjection(person, by);
}

/** As for forges, an owner is one only with the right to push. */
function ownerObjection({ login, ownsAll }: Decider, mayWrite: boolean): string | undefined {
  if (ownsAll === undefined)
    return `It is not known if ${login} owns every file of the action: ${UNKNOWN}`;
  if (!ownsAll)
    return `${login} does not own every file of the action, and \`by: owners\` wants that.`;
  return mayWrite
    ? undefined
    : `${login} may not push to the repository, and does not count as an owner.`;
}

const UNKNOWN = "the token may not read the members of a team. Use one that may, or name people.";

function memberObjection({ login, teams }: Decider, by: readonly string[]): string | undefined {
  if (by.some((name) => isSame(name, login) || teams.get(name) === true)) return undefined;
  const unknown = by.filter((name) => name.includes("/") && teams.get(name) === undefined);
  return unknown.length > 0
    ? `It is not known if ${login} is a member of ${unknown.join(", ")}: ${UNKNOWN}`
    : `${login} is not among those whom the policy names: ${by.join(", ")}.`;
}

/** To forges, logins are the same in any case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function counted(
  person: Decider,
  earlier: readonly Decider[],
  approvals: PolicyApprovals,
): Judgement {
  const people = new Set([person.login.toLowerCase()]);
  const dropped: string[] = [];
  for (const one of earlier) {
    const objection = objectionTo(one, approvals);
    if (objection === undefined) people.add(one.login.toLowerCase());
    else dropped.push(`An earlier decision does not count any more: ${objection}`);
  }
  const missing = approvals.count - people.size;
  const isAgain = earlier.some(({ login }) => isSame(login, person.login));
  const again = isAgain ? [`${person.login} has decided the same before, and counts once.`] : [];
  const more =
    missing > 0 ? [`${countOf(missing, "more person", "more people")} must want the same.`] : [];
  const count = `${people.size} of ${approvals.count} wanted.`;
  const why = [count, ...again, ...more, ...dropped].join(" ");
  return { state: missing > 0 ? "pending" : "approved", why };
}
