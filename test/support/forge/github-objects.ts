import { editComment, followBranches } from "./forge-rules.ts";
import type { ForgeState, StoredComment, StoredPull, StoredRepository } from "./forge-state.ts";
import { connectionOf, GraphqlError, type GraphqlObject } from "./run-graphql.ts";

// The objects of GitHub's GraphQL schema, as far as Sluice asks for them.

/** What the input of a mutation may hold. */
interface Input {
  readonly id?: string;
  readonly body?: string;
  readonly subjectId?: string;
  readonly pullRequestId?: string;
  readonly mergeMethod?: string;
  readonly expectedHeadOid?: string;
}

export function queryOf(state: ForgeState, viewer: string): GraphqlObject {
  return {
    __typename: "Query",
    viewer: { __typename: "User", login: viewer },
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const found = state.repositories.get(`${owner}/${name}`);
      if (found === undefined) {
        const message = `Could not resolve to a Repository with the name '${owner}/${name}'.`;
        throw new GraphqlError("NOT_FOUND", message);
      }
      return repositoryOf(state, found, viewer);
    },
    nodes: ({ ids }: { ids: readonly string[] }) =>
      ids.map((id) => {
        const found = findPull(state, id);
        return found === undefined ? null : pullOf(state, ...found, viewer);
      }),
  };
}

function repositoryOf(
  state: ForgeState,
  repository: StoredRepository,
  viewer: string,
): GraphqlObject {
  followBranches(repository);
  // An app has no right of its own there.
  const right = viewer.endsWith("[bot]") ? undefined : repository.rights.get(viewer);
  return {
    __typename: "Repository",
    nameWithOwner: repository.name,
    viewerPermission: right?.toUpperCase(),
    defaultBranchRef: { __typename: "Ref", name: repository.defaultBranch },
    mergeCommitAllowed: repository.merges.includes("MERGE"),
    rebaseMergeAllowed: repository.merges.includes("REBASE"),
    squashMergeAllowed: repository.merges.includes("SQUASH"),
    pullRequest: ({ number }: { number: number }) => {
      const pull = repository.pulls.find((one) => one.number === number);
      if (pull !== undefined) return pullOf(state, repository, pull, viewer);
      const message = `Could not resolve to a PullRequest with the number of ${number}.`;
      throw new GraphqlError("NOT_FOUND", message);
    },
  };
}

function pullOf(
  state: ForgeState,
  repository: StoredRepository,
  pull: StoredPull,
  viewer: string,
): GraphqlObject {
  const most = state.pageSize;
  return {
    __typename: "PullRequest",
    id: pull.nodeId,
    number: pull.number,
    headRefOid: pull.head,
    isDraft: pull.isDraft,
    repository: { __typename: "Repository", nameWithOwner: repository.name },
    comments: (args: object) =>
      connectionOf(pull.comments, { ...args, most }, (comment) => commentOf(comment, viewer)),
    commits: (args: object) => connectionOf([pull], { ...args }, () => commitOf(state, pull)),
  };
}

function commitOf(state: ForgeState, { head, checks }: StoredPull): GraphqlObject {
  const commit: GraphqlObject = {
    __typename: "Commit",
    oid: head,
    statusCheckRollup: () => {
      if (!state.may.readChecks)
        throw new GraphqlError("FORBIDDEN", "Resource not accessible by integration");
      return checks === undefined ? null : { __typename: "StatusCheckRollup", state: checks };
    },
  };
  return { __typename: "PullRequestCommit", commit };
}

function commentOf(comment: StoredComment, viewer: string): GraphqlObject {
  const { author, createdAt, edited } = comment;
  const isBot = author?.endsWith("[bot]") ?? false;
  const login = author?.replace("[bot]", "");
  return {
    __typename: "IssueComment",
    id: `IC_${comment.id}`,
    url: `https://github.test/c/${comment.id}`,
    body: comment.body,
    createdAt: new Date(createdAt).toISOString(),
    lastEditedAt: edited === undefined ? null : new Date(edited.at).toISOString(),
    isMinimized: comment.isMinimized,
    // An app is `name[bot]` as the viewer, `name` as the author, and did not author by this field.
    viewerDidAuthor: !isBot && author === viewer,
    author: author === undefined ? null : { __typename: isBot ? "Bot" : "User", login },
  };
}

export function mutationOf(state: ForgeState, viewer: string): GraphqlObject {
  const drafts = (isDraft: boolean) => changing((pull) => Object.assign(pull, { isDraft }));
  const changing =
    (change: (pull: StoredPull, repository: StoredRepository, input: Input) => unknown) =>
    ({ input }: { input: Input }) => {
      const [repository, pull] = findPull(state, input.pullRequestId ?? "") ?? missing();
      state.now += 1000;
      change(pull, repository, input);
      const pullRequest = pullOf(state, repository, pull, viewer);
      return { __typename: "Payload", clientMutationId: null, pullRequest };
    };
  return {
    __typename: "Mutation",
    convertPullRequestToDraft: drafts(true),
    markPullRequestReadyForReview: drafts(false),
    enablePullRequestAutoMerge: changing(enableAutoMerge),
    updateIssueComment: ({ input }: { input: Input }) => {
      const comment = findComment(state, input.id ?? "");
      editComment(state, comment, viewer, input.body ?? "");
      return { __typename: "Payload", issueComment: commentOf(comment, viewer) };
    },
    minimizeComment: ({ input }: { input: Input }) => {
      const comment = findComment(state, input.subjectId ?? "");
      comment.isMinimized = true;
      return { __typename: "Payload", minimizedComment: commentOf(comment, viewer) };
    },
  };
}

function enableAutoMerge(pull: StoredPull, repository: StoredRepository, input: Input): void {
  const { mergeMethod = "MERGE", expectedHeadOid = pull.head } = input;
  const refuse = (message: string): never => {
    throw new GraphqlError("UNPROCESSABLE", message);
  };
  if (!repository.hasAutoMerge) refuse("Auto merge is not allowed for this repository");
  if (pull.isDraft) refuse("Pull request is in draft status");
  if (!repository.isWaiting) refuse("Pull request is in clean status");
  if (!repository.merges.includes(mergeMethod as "MERGE"))
    refuse("Merge method is not allowed on this repository");
  if (expectedHeadOid !== pull.head) refuse("Head branch was modified. Review and try again.");
  pull.autoMerge = { method: mergeMethod };
}

function missing(): never {
  throw new GraphqlError("NOT_FOUND", "Could not resolve to a node with the global id.");
}

function findPull(state: ForgeState, id: string): [StoredRepository, StoredPull] | undefined {
  for (const repository of state.repositories.values()) {
    followBranches(repository);
    const pull = repository.pulls.find(({ nodeId }) => nodeId === id);
    if (pull !== undefined) return [repository, pull];
  }
  return undefined;
}

function findComment({ repositories }: ForgeState, id: string): StoredComment {
  const pulls = [...repositories.values()].flatMap((repository) => repository.pulls);
  const found = pulls.flatMap(({ comments }) => comments).find((one) => `IC_${one.id}` === id);
  return found ?? missing();
}
