import {
  type ForgeState,
  Refusal,
  type StoredComment,
  type StoredPull,
  type StoredRepository,
  shaOf,
} from "./forge-state.ts";

// What a forge does and refuses, whichever its face.

/** Characters of a body. */
const MOST_CHARACTERS = 65_536;

/** A new pull request, as it is asked for. */
export interface AskedPull {
  readonly title: string;
  readonly body: string;
  readonly base: string;
  readonly branch: string;
  readonly isDraft: boolean;
}

/** Opens one, or throws a {@link Refusal}. */
export function openPull(
  state: ForgeState,
  repository: StoredRepository,
  author: string,
  asked: AskedPull,
): StoredPull {
  if (!state.may.writePulls) throw new Refusal("denied", "Resource not accessible by integration");
  if (!state.may.openPulls) {
    const message = "GitHub Actions is not permitted to create or approve pull requests.";
    throw new Refusal("denied", message);
  }
  const head = repository.tipOf(asked.branch);
  if (head === undefined) throw new Refusal("invalid", "head invalid");
  if (repository.tipOf(asked.base) === undefined) throw new Refusal("invalid", "base invalid");
  if (asked.title.trim() === "") throw new Refusal("invalid", "title missing_field");
  checkBody(asked.body);
  if (asked.isDraft && !repository.hasDrafts)
    throw new Refusal("invalid", "Draft pull requests are not supported in this repository.");
  const owner = repository.name.split("/")[0];
  const isTaken = repository.pulls.some(
    ({ state: is, branch, base, from }) =>
      is === "open" && branch === asked.branch && base === asked.base && from === repository.name,
  );
  if (isTaken)
    throw new Refusal("exists", `A pull request already exists for ${owner}:${asked.branch}.`);
  if (!repository.addsTo(asked.branch, asked.base))
    throw new Refusal("invalid", `No commits between ${asked.base} and ${asked.branch}`);
  return addPull(state, repository, { ...asked, author });
}

/** Adds a pull request as it is, for one that others have opened. */
export function addPull(
  state: ForgeState,
  repository: StoredRepository,
  pull: Partial<StoredPull> & Pick<StoredPull, "branch">,
): StoredPull {
  state.now += 1000;
  const number = repository.pulls.length + 1;
  const added: StoredPull = {
    number,
    nodeId: `PR_${Buffer.from(`${repository.name}#${number}`).toString("base64url")}`,
    author: state.viewer,
    createdAt: state.now,
    from: repository.name,
    base: repository.defaultBranch,
    title: "A change",
    body: "",
    state: "open",
    isDraft: false,
    head: repository.tipOf(pull.branch) ?? shaOf(0),
    labels: [],
    reviewers: [],
    comments: [],
    checks: undefined,
    autoMerge: undefined,
    ...pull,
  };
  repository.pulls.push(added);
  return added;
}

export function changePull(
  state: ForgeState,
  pull: StoredPull,
  change: { readonly title?: string; readonly body?: string; readonly state?: string },
): void {
  if (!state.may.writePulls) throw new Refusal("denied", "Resource not accessible by integration");
  if (change.body !== undefined) checkBody(change.body);
  if (change.title?.trim() === "") throw new Refusal("invalid", "title missing_field");
  if (change.state !== undefined && pull.state === "merged")
    throw new Refusal("invalid", "state cannot be changed. The pull request is merged.");
  state.now += 1000;
  if (change.title !== undefined) pull.title = change.title;
  if (change.body !== undefined) pull.body = change.body;
  if (change.state === "open" || change.state === "closed") pull.state = change.state;
}

/** Adds a comment as anybody writes one. */
export function addComment(
  state: ForgeState,
  pull: StoredPull,
  author: string | undefined,
  body: string,
): StoredComment {
  if (body.trim() === "") throw new Refusal("invalid", "body can't be blank");
  checkBody(body);
  state.now += 1000;
  state.lastId += 1;
  const comment = { id: state.lastId, author, body, createdAt: state.now, isMinimized: false };
  pull.comments.push(comment);
  return comment;
}

export function editComment(
  state: ForgeState,
  comment: StoredComment,
  by: string,
  body: string,
): void {
  checkBody(body);
  state.now += 1000;
  comment.body = body;
  comment.edited = { by, at: state.now };
}

/** Asks all or nobody, as GitHub does. */
export function askReviewers(
  state: ForgeState,
  repository: StoredRepository,
  pull: StoredPull,
  reviewers: readonly string[],
): void {
  if (pull.author !== undefined && reviewers.includes(pull.author))
    throw new Refusal("invalid", "Review cannot be requested from pull request author.");
  const isFit = (name: string) =>
    name.includes("/") ? repository.teams.has(name) : repository.rights.has(name);
  if (!reviewers.every(isFit)) {
    const who = "One or more of the users or teams you specified is not a collaborator";
    const message = `Reviews may only be requested from collaborators. ${who} of the ${repository.name} repository.`;
    throw new Refusal("invalid", message);
  }
  state.now += 1000;
  for (const name of reviewers) if (!pull.reviewers.includes(name)) pull.reviewers.push(name);
}

/** Moves the heads of open pull requests to their branches; one whose branch is gone is closed. */
export function followBranches(repository: StoredRepository): void {
  for (const pull of repository.pulls) {
    if (pull.state !== "open" || pull.from !== repository.name) continue;
    const tip = repository.tipOf(pull.branch);
    if (tip === undefined) pull.state = "closed";
    else if (tip !== pull.head) {
      pull.head = tip;
      pull.checks = undefined;
    }
  }
}

function checkBody(body: string): void {
  if ([...body].length > MOST_CHARACTERS)
    throw new Refusal("invalid", `body is too long (maximum is ${MOST_CHARACTERS} characters)`);
}
