import {
  type ForgeState,
  type StoredCommit,
  type StoredPull,
  type StoredRepository,
  type StoredRight,
  shaOf,
} from "./forge-state.ts";

// What GitHub's REST API shows.

export function accountView(login: string): object {
  return { login, type: login.endsWith("[bot]") ? "Bot" : "User" };
}

/** `maintain` and `triage` are roles; the older field has no word for them. */
export function rightView(right: StoredRight | undefined): object {
  const old = { maintain: "write", triage: "read" } as const;
  const permission = right === "maintain" || right === "triage" ? old[right] : (right ?? "none");
  return { permission, role_name: right ?? "none" };
}

export function commitView({ sha, message, parents, ...commit }: StoredCommit): object {
  const author = { name: "A", email: "a@example.test", date: isoOf(commit.authoredAt) };
  const committer = { name: "B", email: commit.committerEmail, date: isoOf(commit.committedAt) };
  return {
    sha,
    commit: { message, author, committer },
    author: null,
    parents: Array.from({ length: parents }, (_, at) => ({ sha: shaOf(at) })),
  };
}

function isoOf(time: number): string {
  return new Date(time).toISOString().replace(".000", "");
}

export function pullView(state: ForgeState, repository: StoredRepository, pull: StoredPull) {
  const { number, author, base, branch, from } = pull;
  const date = isoOf(pull.createdAt);
  const owner = (from ?? "gone").split("/")[0];
  const teams = pull.reviewers.filter((name) => name.includes("/"));
  return {
    number,
    node_id: pull.nodeId,
    url: `https://api.github.test/repos/${repository.name}/pulls/${number}`,
    html_url: `https://github.test/${repository.name}/pull/${number}`,
    title: pull.title,
    body: pull.body === "" ? null : pull.body,
    state: pull.state === "open" ? "open" : "closed",
    merged_at: pull.state === "merged" ? new Date(state.now).toISOString() : null,
    draft: pull.isDraft,
    created_at: date,
    user: author === undefined ? null : accountView(author),
    labels: pull.labels.map((name) => ({ name })),
    requested_reviewers: pull.reviewers
      .filter((name) => !name.includes("/"))
      .map((name) => accountView(name)),
    requested_teams: teams.map((name) => ({ slug: name.split("/")[1] })),
    head: {
      label: `${owner}:${branch}`,
      ref: branch,
      sha: pull.head,
      repo: from === undefined ? null : { full_name: from },
    },
    base: {
      label: `${repository.name.split("/")[0]}:${base}`,
      ref: base,
      sha: repository.tipOf(base) ?? "",
      repo: { full_name: repository.name },
    },
    auto_merge: pull.autoMerge === undefined ? null : { merge_method: pull.autoMerge.method },
  };
}
