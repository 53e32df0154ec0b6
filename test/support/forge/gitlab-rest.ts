import { addComment, changePull, editComment, openPull } from "./forge-rules.ts";
import type { ForgeReply } from "./forge-server.ts";
import { type ForgeState, Refusal, type StoredPull, type StoredRepository } from "./forge-state.ts";
import { mergeRequest } from "./gitlab-merge.ts";
import { named, PEOPLE_ROUTES } from "./gitlab-people.ts";
import {
  gitlabCommitView,
  mergeRequestView,
  noteView,
  numberOf,
  page,
  projectView,
  userView,
  wholeView,
} from "./gitlab-views.ts";
import { GROUP_ROUTES } from "./listed-repositories.ts";
import {
  form,
  ok,
  type RestRequest,
  type Route,
  repositoryOf,
  pullOf as storedPull,
} from "./rest-routes.ts";

const PROJECT = "/projects/([^/]+)";
const PULL = `${PROJECT}/merge_requests/(\\d+)`;

export const GITLAB_ROUTES: readonly Route[] = [
  [form(`GET ${PROJECT}`), (at) => ok(projectView(repositoryOf(named(at)), at.viewer))],
  [form(`GET ${PROJECT}/merge_requests`), listPulls],
  [form(`POST ${PROJECT}/merge_requests`), createPull],
  [form(`GET ${PULL}`), (at) => ok(wholeView(at.state, ...pullOf(at)))],
  [form(`PUT ${PULL}`), changeMergeRequest],
  [form(`PUT ${PULL}/merge`), (at) => mergeRequest(at, ...pullOf(at))],
  [form(`GET ${PROJECT}/repository/commits/([0-9a-f]{40})`), readCommit],
  [form(`GET ${PULL}/notes`), listNotes],
  [form(`POST ${PULL}/notes`), createNote],
  [form(`PUT ${PULL}/notes/(\\d+)`), changeNote],
  ...GROUP_ROUTES,
  ...PEOPLE_ROUTES,
];

function pullOf(request: RestRequest): [StoredRepository, StoredPull] {
  const at = named(request);
  return storedPull(at, repositoryOf(at));
}

function listPulls(request: RestRequest): ForgeReply {
  const { query } = request;
  const repository = repositoryOf(named(request));
  const fits = (key: string, value: string) => (query.get(key) ?? value) === value;
  const after = Date.parse(query.get("created_after") ?? "1970-01-01T00:00:00Z");
  const found = repository.pulls.filter(
    (pull) =>
      (query.get("state") === "all" || fits("state", stateName(pull))) &&
      fits("author_id", `${numberOf(pull.author ?? "ghost")}`) &&
      fits("source_branch", pull.branch) &&
      fits("target_branch", pull.base) &&
      pull.createdAt >= after,
  );
  const sorted = query.get("sort") === "asc" ? found : found.toReversed();
  return page(
    sorted.map((pull) => mergeRequestView(repository, pull)),
    request,
  );
}

function stateName({ state }: StoredPull): string {
  return state === "open" ? "opened" : state;
}

function createPull(request: RestRequest): ForgeReply {
  const { state, call, viewer } = request;
  const repository = repositoryOf(named(request));
  const { source_branch: branch, target_branch: base, description = "" } = call.body;
  const asked = { ...titled(call.body.title), body: description, base, branch };
  const pull = openPull(state, repository, viewer, asked);
  pull.body = obeyed(description, pull);
  return ok(wholeView(state, repository, pull), 201);
}

/** Takes the draft out of a title. */
function titled(written: string): { readonly title: string; readonly isDraft: boolean } {
  const title = written.replace(/^(\[draft\]|\(draft\)|draft:)\s*/i, "");
  return { title, isDraft: title !== written };
}

/** Does what the lines of a text say that begin with a slash, and takes them out. */
function obeyed(text: string, pull: StoredPull): string {
  return text.replace(/^\/(close|merge|approve)(?: .*)?(?:\n|$)/gm, (_line, command) => {
    if (command === "close") pull.state = "closed";
    return "";
  });
}

function changeMergeRequest(request: RestRequest): ForgeReply {
  const { state, call } = request;
  const [repository, pull] = pullOf(request);
  const {
    title,
    description,
    state_event: event,
    add_labels: labels,
    reviewer_ids: ids,
  } = call.body;
  const named = title === undefined ? undefined : titled(title);
  changePull(state, pull, {
    ...(named === undefined ? {} : { title: named.title }),
    ...(description === undefined ? {} : { body: obeyed(description, pull) }),
    ...(event === undefined ? {} : { state: event === "close" ? "closed" : "open" }),
  });
  if (named !== undefined) pull.isDraft = named.isDraft;
  for (const label of labels?.split(",") ?? [])
    if (!pull.labels.includes(label)) pull.labels.push(label);
  if (ids !== undefined) setReviewers(state, repository, pull, ids);
  return ok(wholeView(state, repository, pull));
}

/** Sets all; those who may not see the project are left out without a word. */
function setReviewers(
  { reviewers }: ForgeState,
  { rights }: StoredRepository,
  pull: StoredPull,
  ids: readonly number[],
): void {
  const fit = [...rights.keys()].filter((login) => ids.includes(numberOf(login)));
  pull.reviewers.splice(0, Number.POSITIVE_INFINITY, ...fit.slice(0, reviewers));
}

function readCommit(request: RestRequest): ForgeReply {
  const commit = repositoryOf(named(request)).commitOf(request.words[1] ?? "");
  if (commit === undefined) throw new Refusal("missing", "404 Commit Not Found");
  return ok(gitlabCommitView(commit));
}

function listNotes(request: RestRequest): ForgeReply {
  const [, pull] = pullOf(request);
  return page(
    pull.comments.map((note) => noteView(pull, note)),
    request,
  );
}

function createNote(request: RestRequest): ForgeReply {
  const [, pull] = pullOf(request);
  if (!request.state.may.writePulls) throw new Refusal("denied", "Forbidden");
  const body = obeyed(request.call.body.body, pull);
  // A note of nothing but commands is none.
  if (body === "") return ok({ commands_changes: {}, summary: ["Done."] }, 202);
  const note = addComment(request.state, pull, request.viewer, body);
  return ok({ ...noteView(pull, note), author: userView(request.viewer) }, 201);
}

function changeNote(request: RestRequest): ForgeReply {
  const [, pull] = pullOf(request);
  const note = pull.comments.find(({ id }) => `${id}` === request.words[2]);
  if (note === undefined) throw new Refusal("missing", "404 Not found");
  if (note.author !== request.viewer) throw new Refusal("denied", "403 Forbidden");
  editComment(request.state, note, request.viewer, obeyed(request.call.body.body, pull));
  return ok({ ...noteView(pull, note), author: userView(request.viewer) });
}
