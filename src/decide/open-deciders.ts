import type { DecidedPull, PeopleForge } from "../forge/people.ts";
import type { Account } from "../forge/pulls.ts";
import type { PolicyApprovals } from "../model/policy/approvals.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import type { Decider } from "./judge-approval.ts";

/** The sources of what is known of people. */
export interface DecidersContext {
  readonly forge: Pick<PeopleForge, "permissionOf" | "isMember">;
  readonly pull: DecidedPull;
  /** By CODEOWNERS of a tree that is trusted; undefined if that is not known. */
  readonly ownersOf: ((path: string) => readonly string[]) | undefined;
}

/** Asks the forge about a person, as far as approvals want to know. */
export type AskAbout = (
  account: Account,
  action: PlannedAction,
  approvals: PolicyApprovals | undefined,
) => Promise<Decider>;

/** Returns the function that asks about people: each question goes to the forge once. May throw a `ForgeFault`. */
export function openDeciders({ forge, pull, ownersOf }: DecidersContext): AskAbout {
  const permissionOf = keeping((login) => forge.permissionOf(login));
  const memberships = keeping((question) => {
    const [team = "", login = ""] = question.split("\n");
    return forge.isMember(team, login);
  });
  const isMember = (team: string, login: string) => memberships(`${team}\n${login}`);
  return async ({ login, isBot }, action, approvals) => {
    const by = approvals?.by ?? [];
    const asksRight = by === "owners" || by === "write";
    const teams = typeof by === "string" ? [] : by.filter((name) => name.includes("/"));
    const members = new Map<string, boolean | undefined>();
    for (const team of teams) members.set(team, await isMember(team, login));
    return {
      ...{ login, isBot },
      permission: asksRight && !isBot ? await permissionOf(login) : "none",
      ownsAll: by === "owners" && !isBot ? await ownsAll(login, action, ownersOf, isMember) : false,
      teams: members,
      isAuthor: login.toLowerCase() === pull.author.login.toLowerCase(),
    };
  };
}

function keeping<Answer>(
  ask: (question: string) => Promise<Answer>,
): (question: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (question) => {
    const answer = known.get(question) ?? ask(question);
    known.set(question, answer);
    return answer;
  };
}

/** A file without owners is nobody's. */
async function ownsAll(
  login: string,
  { files }: PlannedAction,
  ownersOf: DecidersContext["ownersOf"],
  isMember: (team: string, login: string) => Promise<boolean | undefined>,
): Promise<boolean | undefined> {
  if (ownersOf === undefined || files.length === 0) return false;
  const sets = new Map(files.map(({ path }) => [ownersOf(path).join("\n"), ownersOf(path)]));
  let isUnknown = false;
  for (const owners of sets.values()) {
    const names = owners.filter((one) => one.startsWith("@")).map((one) => one.slice(1));
    if (names.some((one) => one.toLowerCase() === login.toLowerCase())) continue;
    const teams = names.filter((one) => one.includes("/"));
    const member = await Promise.all(teams.map((team) => isMember(team, login)));
    if (member.includes(true)) continue;
    if (!member.includes(undefined)) return false;
    isUnknown = true;
  }
  return isUnknown ? undefined : true;
}
