import { isCommitId } from "../shared/commit-names.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { isRecord } from "../shared/is-record.ts";
import { valueBelow } from "../shared/json/value-below.ts";
import { isName, isNumber, isText, isWholeId, readEvent } from "./event-file.ts";

/** The parts of an event of GitHub that tell of pull requests; each is absent if the event does not tell. */
export interface GithubEvent {
  /** The number of the pull request that the event is about, also as a comment on it. */
  readonly number?: number;
  /** The whole id of the commit at its head. */
  readonly head?: string;
  /** The whole id of the commit that would merge it. */
  readonly merge?: string;
  /**
   * The tip of its target when it was last pushed to; of a workflow run, if all its pull requests have the same one.
   */
  readonly base?: string;
  /** Its target branch. */
  readonly branch?: string;
  /** Of an event that follows a workflow run: the number of that run. */
  readonly run?: string;
  /** The whole id of the commit of that run. */
  readonly runHead?: string;
  /** The number of its pull request into the default branch of the same repository. */
  readonly runPull?: number;
  /** Who opened it. */
  readonly author?: string;
  /** The names of its labels when the event was sent. */
  readonly labels?: readonly string[];
  /** Its source branch. */
  readonly source?: string;
  /** True if it is a draft. */
  readonly isDraft?: boolean;
  /** The default branch of the repository. */
  readonly defaultBranch?: string;
  /** True if the pull request comes from another repository. */
  readonly isForkPull?: boolean;
  /** True if the workflow run is of another repository. */
  readonly isForkRun?: boolean;
  /** True if the event is about an issue that is no pull request. */
  readonly isIssue?: boolean;
}

/** Reads the file of an event of GitHub, which names texts of strangers. Undefined if it cannot be read as one. */
export async function readGithubEvent(file: string | undefined): Promise<GithubEvent | undefined> {
  const event = file ? await readEvent(file) : undefined;
  return event && eventOf(event);
}

/** True if a pull request is anywhere in an event, or if the event cannot be read. */
export async function carriesPullRequest(file: string): Promise<boolean> {
  const event = await readEvent(file);
  return event === undefined || hasPull(event);
}

function eventOf(event: unknown): GithubEvent {
  const isPull = isRecord(valueBelow(event, "pull_request"));
  const issue = valueBelow(event, "issue");
  const isComment = isRecord(valueBelow(issue, "pull_request"));
  const number = valueBelow(event, isPull ? "pull_request" : "issue", "number");
  const head = valueBelow(event, "pull_request", "head", "sha");
  const merge = valueBelow(event, "pull_request", "merge_commit_sha");
  const base = valueBelow(event, "pull_request", "base", "sha") ?? baseOfRun(event);
  const branch = valueBelow(event, "pull_request", "base", "ref");
  const defaultBranch = valueBelow(event, "repository", "default_branch");
  const run = valueBelow(event, "workflow_run", "id");
  const runHead = valueBelow(event, "workflow_run", "head_sha");
  return definedOnly({
    number: (isPull || isComment) && isNumber(number) ? number : undefined,
    head: isWholeId(head) ? head : undefined,
    merge: isWholeId(merge) ? merge : undefined,
    base: isText(base) && isCommitId(base) ? base : undefined,
    run: isNumber(run) ? `${run}` : undefined,
    runHead: isWholeId(runHead) ? runHead : undefined,
    runPull: pullOfRun(event),
    branch: isText(branch) ? branch : undefined,
    defaultBranch: isText(defaultBranch) ? defaultBranch : undefined,
    ...(isPull ? pullFacts(valueBelow(event, "pull_request")) : {}),
    isForkPull: isPull ? isForkPull(event) : undefined,
    isForkRun: isForkRun(event),
    isIssue: isRecord(issue) ? valueBelow(issue, "pull_request") === undefined : undefined,
  });
}

/** The most labels that are read; GitHub allows a hundred. */
const MOST_LABELS = 1000;

/** What a pull request says of itself. A value of another form is not known. */
function pullFacts(pull: unknown) {
  const [author, source, draft] = [
    valueBelow(pull, "user", "login"),
    valueBelow(pull, "head", "ref"),
    valueBelow(pull, "draft"),
  ];
  return {
    author: isName(author) ? author : undefined,
    labels: labelsOf(valueBelow(pull, "labels")),
    source: isName(source) ? source : undefined,
    isDraft: typeof draft === "boolean" ? draft : undefined,
  };
}

/** Undefined if one of them is no label: a rule may ask that none of them is there. */
function labelsOf(labels: unknown): readonly string[] | undefined {
  if (!Array.isArray(labels) || labels.length > MOST_LABELS) return undefined;
  const names = labels.map((label: unknown) => valueBelow(label, "name"));
  return names.every(isName) ? names : undefined;
}

/** The most levels and values of an event that are looked at for a pull request. Behind them there may be one. */
const MOST_LOOKED_AT = { levels: 32, values: 100_000 };

const PULL_KEY = /^(?:pull[-_]?requests?|pr)(?:[-_]?(?:number|id|url))?$/i;

/** True if a key `pull_request` or `pull_requests` has something below it, at any level. */
function hasPull(event: unknown): boolean {
  let left = MOST_LOOKED_AT.values;
  const isIn = (value: unknown, level: number): boolean => {
    left -= 1;
    if (left < 0 || level > MOST_LOOKED_AT.levels) return true;
    if (Array.isArray(value)) return value.some((each) => isIn(each, level + 1));
    if (typeof value === "string") return /\brefs\/pull\//.test(value);
    if (!isRecord(value)) return false;
    return Object.entries(value).some(([key, each]) => {
      if (PULL_KEY.test(key) && !isEmpty(each)) return true;
      return isIn(each, level + 1);
    });
  };
  return isIn(event, 0);
}

function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/** The repository of the head is null if it was deleted, which only another one can be. */
function isForkPull(event: unknown): boolean | undefined {
  const head = valueBelow(event, "pull_request", "head", "repo");
  return isOther(head, valueBelow(event, "pull_request", "base", "repo"));
}

function isForkRun(event: unknown): boolean | undefined {
  return isOther(
    valueBelow(event, "workflow_run", "head_repository"),
    valueBelow(event, "repository"),
  );
}

function isOther(head: unknown, base: unknown): boolean | undefined {
  if (head === null) return true;
  const [from, to] = [valueBelow(head, "id"), valueBelow(base, "id")];
  return from === undefined || to === undefined ? undefined : from !== to;
}

/**
 * Returns the base of the pull requests of a workflow run, if they have one. Those into another repository do not
 * count: a stranger can open one from any branch, and chooses its base.
 */
function baseOfRun(event: unknown): unknown {
  const bases = pullsOfRun(event).map((pull) => valueBelow(pull, "base"));
  const ids = new Set(bases.map((base) => valueBelow(base, "sha")));
  return ids.size === 1 ? valueBelow(bases[0], "sha") : undefined;
}

/** A branch has one open pull request into another one at most. */
function pullOfRun(event: unknown): number | undefined {
  const main = valueBelow(event, "repository", "default_branch");
  const [pull] = pullsOfRun(event).filter((one) => valueBelow(one, "base", "ref") === main);
  const number = valueBelow(pull, "number");
  return isNumber(number) ? number : undefined;
}

function pullsOfRun(event: unknown): readonly unknown[] {
  const pulls = valueBelow(event, "workflow_run", "pull_requests");
  const repository = valueBelow(event, "repository", "id");
  return (Array.isArray(pulls) ? pulls : []).filter((pull: unknown) => {
    const id = valueBelow(pull, "base", "repo", "id");
    return id !== undefined && id === repository;
  });
}
