import { addComment, askReviewers, changePull, openPull } from "./forge-rules.ts";
import type { ForgeCall, ForgeReply } from "./forge-server.ts";
import {
  type ForgeState,
  isKnown,
  Refusal,
  type StoredPull,
  type StoredRepository,
} from "./forge-state.ts";
import { CHECK_ROUTES } from "./github-checks.ts";
import { accountView, commitView, pullView, rightView } from "./github-views.ts";
import { ORGANIZATION_ROUTES } from "./listed-repositories.ts";
import {
  answerRoutes,
  form,
  ok,
  page,
  REPOSITORY,
  type RestRequest,
  type Route,
  repositoryOf,
  pullOf as storedPull,
} from "./rest-routes.ts";

const ROUTES: readonly Route[] = [
  [/^GET \/user$/, ({ viewer }) => ok(accountView(viewer))],
  [form(`GET ${REPOSITORY}/pulls`), listPulls],
  [form(`POST ${REPOSITORY}/pulls`), createPull],
  [form(`GET ${REPOSITORY}/pulls/(\\d+)`), (at) => ok(pullView(at.state, ...pullOf(at)))],
  [form(`PATCH ${REPOSITORY}/pulls/(\\d+)`), patchPull],
  [form(`GET ${REPOSITORY}/commits/([0-9a-f]{40})`), readCommit],
  [form(`POST ${REPOSITORY}/pulls/(\\d+)/requested_reviewers`), requestReviewers],
  [form(`POST ${REPOSITORY}/issues/(\\d+)/labels`), addLabels],
  [form(`POST ${REPOSITORY}/issues/(\\d+)/comments`), createComment],
  [form(`GET ${REPOSITORY}/collaborators/([^/]+)/permission`), readPermission],
  [/^GET \/orgs\/([^/]+)\/teams\/([^/]+)$/, (at) => ok({ slug: teamOf(at).slug })],
  [/^GET \/orgs\/([^/]+)\/teams\/([^/]+)\/memberships\/([^/]+)$/, readMembership],
  ...ORGANIZATION_ROUTES,
  ...CHECK_ROUTES,
];

/** Answers a request of GitHub's REST API; undefined for a path that it does not have. */
export function answerRest(
  call: ForgeCall,
  state: ForgeState,
  viewer: string,
): ForgeReply | undefined {
  return answerRoutes(ROUTES, call, /^\/api\/v3/, { state, viewer });
}

function pullOf(request: RestRequest): [StoredRepository, StoredPull] {
  return storedPull(request, repositoryOf(request));
}

function listPulls(request: RestRequest): ForgeReply {
  const { query, state } = request;
  const repository = repositoryOf(request);
  const [is, head, base] = ["state", "head", "base"].map((key) => query.get(key));
  const found = repository.pulls.filter(
    (pull) =>
      (is === "all" || (pull.state === "open") === ((is ?? "open") === "open")) &&
      (head === null || head === `${(pull.from ?? "").split("/")[0]}:${pull.branch}`) &&
      (base === null || base === pull.base),
  );
  const sorted = query.get("direction") === "asc" ? found : found.toReversed();
  return page(
    sorted.map((pull) => pullView(state, repository, pull)),
    request,
  );
}

function createPull(request: RestRequest): ForgeReply {
  const { state, call, viewer } = request;
  const repository = repositoryOf(request);
  const { title, body, base, head, draft } = call.body;
  const asked = { title, body, base, branch: head, isDraft: draft ?? false };
  return ok(pullView(state, repository, openPull(state, repository, viewer, asked)), 201);
}

function patchPull(request: RestRequest): ForgeReply {
  const [repository, pull] = pullOf(request);
  changePull(request.state, pull, request.call.body);
  return ok(pullView(request.state, repository, pull));
}

function readCommit({ state, words: [name = "", sha = ""] }: RestRequest): ForgeReply {
  const commit = state.repositories.get(name)?.commitOf(sha);
  if (commit === undefined) throw new Refusal("missing", "No commit found for SHA");
  return ok(commitView(commit));
}

function requestReviewers(request: RestRequest): ForgeReply {
  const [repository, pull] = pullOf(request);
  const { reviewers = [], team_reviewers: slugs = [] } = request.call.body;
  const [org] = repository.name.split("/");
  const teams = slugs.map((slug: string) => `${org}/${slug}`);
  askReviewers(request.state, repository, pull, [...reviewers, ...teams]);
  return ok(pullView(request.state, repository, pull), 201);
}

function addLabels(request: RestRequest): ForgeReply {
  const [, pull] = pullOf(request);
  request.state.now += 1000;
  for (const label of request.call.body.labels)
    if (!pull.labels.includes(label)) pull.labels.push(label);
  return ok(pull.labels.map((name) => ({ name })));
}

function createComment(request: RestRequest): ForgeReply {
  const [repository, pull] = pullOf(request);
  const { id } = addComment(request.state, pull, request.viewer, request.call.body.body);
  const url = `https://github.test/${repository.name}/pull/${pull.number}#issuecomment-${id}`;
  return ok({ id, html_url: url }, 201);
}

function readPermission(request: RestRequest): ForgeReply {
  const { rights } = repositoryOf(request);
  const login = request.words[1] ?? "";
  if (!request.state.may.readRights)
    throw new Refusal("denied", "Must have push access to view collaborator permission.");
  if (!isKnown(request.state, login)) throw new Refusal("missing", `${login} is not a user`);
  return ok({ ...rightView(rights.get(login)), user: accountView(login) });
}

function teamOf({ state, words: [org = "", slug = ""] }: RestRequest) {
  const team = state.teams.get(`${org}/${slug}`);
  // A team that a token may not see is hidden, and not refused.
  if (team === undefined || !state.may.readMembers) throw new Refusal("missing", "Not Found");
  return { slug, ...team };
}

function readMembership(request: RestRequest): ForgeReply {
  const { members, invited } = teamOf(request);
  const login = request.words[2] ?? "";
  if (members.has(login)) return ok({ state: "active", role: "member" });
  if (invited.has(login)) return ok({ state: "pending", role: "member" });
  throw new Refusal("missing", "Not Found");
}
