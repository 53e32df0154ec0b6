import type { ForgeReply } from "./forge-server.ts";
import { type ForgeState, Refusal, type StoredTeam } from "./forge-state.ts";
import { levelOf, numberOf, userView, wholeUserView } from "./gitlab-views.ts";
import { form, ok, type RestRequest, type Route, repositoryOf } from "./rest-routes.ts";

/** The users, the members of projects and the groups of GitLab. */
export const PEOPLE_ROUTES: readonly Route[] = [
  [/^GET \/user$/, ({ viewer }) => ok(wholeUserView(viewer))],
  [/^GET \/users$/, findUsers],
  [form("GET /users/(\\d+)"), (at) => ok(wholeUserView(loginOf(at.state, at.words[0])))],
  [form("GET /projects/([^/]+)/members/all/(\\d+)"), readRight],
  [form("GET /groups/([^/]+)"), (at) => ok({ full_path: at.words[0], ...groupOf(at) })],
  [form("GET /groups/([^/]+)/members/(\\d+)"), (at) => memberOf([groupOf(at)], at)],
  [form("GET /groups/([^/]+)/members/all/(\\d+)"), readInherited],
];

/** Names the repository by its path, also if the request has its number. */
export function named(request: RestRequest): RestRequest {
  const [word = "", ...rest] = request.words;
  const all = [...request.state.repositories.keys()];
  const name = all.find((one) => `${numberOf(one)}` === word) ?? word;
  return { ...request, words: [name, ...rest] };
}

function loginsOf(state: ForgeState): readonly string[] {
  const repositories = [...state.repositories.values()];
  const pulls = repositories.flatMap((repository) => repository.pulls);
  const people = [...state.teams.values()].flatMap(({ members, invited }) => [
    ...members,
    ...invited,
  ]);
  const written = pulls.flatMap(({ author, comments }) => [
    author,
    ...comments.map((comment) => comment.author),
  ]);
  const rights = repositories.flatMap((repository) => [...repository.rights.keys()]);
  const all = [state.viewer, ...state.accounts, ...rights, ...people, ...written];
  return [...new Set(all.filter((login) => login !== undefined))];
}

function loginOf(state: ForgeState, id: string | undefined): string {
  const found = loginsOf(state).find((login) => `${numberOf(login)}` === id);
  if (found === undefined) throw new Refusal("missing", "404 User Not Found");
  return found;
}

function findUsers({ state, query }: RestRequest): ForgeReply {
  const asked = query.get("username")?.toLowerCase();
  const found = loginsOf(state).filter((login) => login.toLowerCase() === asked);
  return { ...ok(found.map(userView)), headers: { "x-next-page": "" } };
}

function readRight(request: RestRequest): ForgeReply {
  const { state, words } = request;
  const { rights } = repositoryOf(named(request));
  if (!state.may.readRights) throw new Refusal("denied", "403 Forbidden");
  const login = loginOf(state, words[1]);
  const right = rights.get(login);
  if (right === undefined) throw new Refusal("missing", "404 Not found");
  return ok({ ...userView(login), access_level: levelOf(right), membership_state: "active" });
}

function groupOf({ state, words: [name = ""] }: RestRequest): StoredTeam {
  const group = state.teams.get(name);
  // A group that a token may not see is hidden, and not refused.
  if (group === undefined || !state.may.readMembers) throw new Refusal("missing", "Not Found");
  return group;
}

/** Those of the groups that a group is in are its members too, by this question alone. */
function readInherited(request: RestRequest): ForgeReply {
  const { state, words } = request;
  const name = words[0] ?? "";
  const above = [...state.teams].filter(([of]) => name.startsWith(`${of}/`));
  return memberOf([groupOf(request), ...above.map(([, group]) => group)], request);
}

function memberOf(groups: readonly StoredTeam[], { state, words }: RestRequest): ForgeReply {
  const login = loginOf(state, words[1]);
  const isMember = groups.some(({ members }) => members.has(login));
  if (!isMember && !groups.some(({ invited }) => invited.has(login)))
    throw new Refusal("missing", "404 Not found");
  const membership = isMember ? "active" : "awaiting";
  return ok({ ...userView(login), access_level: 30, membership_state: membership });
}
