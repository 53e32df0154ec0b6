import type { ForgeReply } from "./forge-server.ts";
import {
  type ForgeState,
  type StoredComment,
  type StoredCommit,
  type StoredPull,
  type StoredRepository,
  type StoredRight,
  shaOf,
} from "./forge-state.ts";
import type { RestRequest } from "./rest-routes.ts";

// What GitLab's REST API shows.

/** Returns the number of a user, a project or a group, which the state does not have. */
export function numberOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** A user as lists and authors show it, without a word about bots. */
export function userView(login: string | undefined): object {
  const username = login ?? "ghost";
  return { id: numberOf(username), username, name: username, state: "active" };
}

/** A user that is asked for alone. */
export function wholeUserView(login: string): object {
  const bot = /^(project|group)_\d+_bot|^service_account_/.test(login);
  return { ...userView(login), bot };
}

export function levelOf(right: StoredRight): number {
  return { admin: 50, maintain: 40, write: 30, triage: 20, read: 10 }[right];
}

export function projectView(repository: StoredRepository, viewer: string): object {
  const right = repository.rights.get(viewer);
  const access = right === undefined ? null : { access_level: levelOf(right) };
  return {
    id: numberOf(repository.name),
    path_with_namespace: repository.name,
    web_url: `https://gitlab.test/${repository.name}`,
    default_branch: repository.defaultBranch,
    permissions: { project_access: access, group_access: null },
    archived: repository.isArchived,
    topics: repository.topics,
  };
}

/** A commit; GitLab calls its name `id`. */
export function gitlabCommitView({ sha, message, parents, ...commit }: StoredCommit): object {
  return {
    id: sha,
    message,
    committer_name: "A",
    committer_email: commit.committerEmail,
    authored_date: new Date(commit.authoredAt).toISOString(),
    committed_date: new Date(commit.committedAt).toISOString(),
    parent_ids: Array.from({ length: parents }, (_, at) => shaOf(at)),
  };
}

/** One of a list, which does not tell of pipelines. */
export function mergeRequestView(repository: StoredRepository, pull: StoredPull) {
  const url = `https://gitlab.test/${repository.name}/-/merge_requests/${pull.number}`;
  return {
    id: numberOf(repository.name) * 1000 + pull.number,
    iid: pull.number,
    project_id: numberOf(repository.name),
    web_url: url,
    title: pull.isDraft ? `Draft: ${pull.title}` : pull.title,
    description: pull.body === "" ? null : pull.body,
    state: pull.state === "open" ? "opened" : pull.state,
    draft: pull.isDraft,
    created_at: new Date(pull.createdAt).toISOString(),
    author: userView(pull.author),
    labels: pull.labels.toSorted(),
    reviewers: pull.reviewers.map((login) => userView(login)),
    source_branch: pull.branch,
    target_branch: pull.base,
    source_project_id: pull.from === undefined ? null : numberOf(pull.from),
    target_project_id: numberOf(repository.name),
    sha: pull.head,
    merge_when_pipeline_succeeds: pull.autoMerge !== undefined,
  };
}

const STATUSES = {
  EXPECTED: "created",
  PENDING: "running",
  SUCCESS: "success",
  FAILURE: "failed",
  ERROR: "canceled",
} as const;

/** One that is asked for alone, with its pipeline. */
export function wholeView(state: ForgeState, repository: StoredRepository, pull: StoredPull) {
  const view = mergeRequestView(repository, pull);
  if (!state.may.readChecks) return view;
  const { checks, head: sha, branch: ref } = pull;
  const pipeline = checks === undefined ? null : { id: 1, sha, ref, status: STATUSES[checks] };
  return { ...view, head_pipeline: pipeline };
}

export function noteView({ number }: StoredPull, note: StoredComment): object {
  const { id, body, author, createdAt, edited, kind } = note;
  return {
    id,
    type: kind === "diff" ? "DiffNote" : null,
    body,
    author: userView(author),
    system: kind === "system",
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(edited?.at ?? createdAt).toISOString(),
    noteable_type: "MergeRequest",
    noteable_iid: number,
  };
}

/** One page, with the number of the next one as GitLab gives it. */
export function page(all: readonly unknown[], { query, state }: RestRequest): ForgeReply {
  const size = Math.min(state.pageSize, Number(query.get("per_page") ?? 20));
  const at = Number(query.get("page") ?? 1);
  const headers = { "x-next-page": at * size < all.length ? `${at + 1}` : "" };
  return { status: 200, body: all.slice((at - 1) * size, at * size), headers };
}
