import type { BranchCommit } from "../../../src/forge/pulls.ts";

/** The right of an account in a repository, as GitHub calls it. */
export type StoredRight = "admin" | "maintain" | "write" | "triage" | "read";

export interface StoredCommit extends BranchCommit {
  readonly sha: string;
}

export interface StoredComment {
  readonly id: number;
  /** `name[bot]` for an app; undefined if the account is gone. */
  author: string | undefined;
  body: string;
  readonly createdAt: number;
  edited?: { readonly by: string; readonly at: number };
  isMinimized: boolean;
  /** On GitLab, of itself or on a line. */
  readonly kind?: "system" | "diff";
}

/** A pull request or merge request. */
export interface StoredPull {
  readonly number: number;
  /** As GitHub calls it in GraphQL. */
  readonly nodeId: string;
  readonly author: string | undefined;
  readonly createdAt: number;
  readonly branch: string;
  /** The repository of the branch; undefined if a fork is gone. */
  readonly from: string | undefined;
  base: string;
  title: string;
  body: string;
  state: "open" | "closed" | "merged";
  isDraft: boolean;
  /** The last commit that its branch was seen at. */
  head: string;
  readonly labels: string[];
  /** People, and teams as `org/team`. */
  readonly reviewers: string[];
  readonly comments: StoredComment[];
  /** Undefined if nothing runs on it. */
  checks: "EXPECTED" | "PENDING" | "SUCCESS" | "FAILURE" | "ERROR" | undefined;
  autoMerge: { readonly method: string } | undefined;
}

/** A check run of GitHub. */
export interface StoredCheck {
  readonly id: number;
  /** The app that made it. */
  readonly app: string;
  readonly head: string;
  readonly name: string;
  readonly key: string;
  status: "in_progress" | "completed";
  conclusion: string | null;
  title: string;
  summary: string;
  readonly annotations: object[];
}

export interface StoredRepository {
  /** `owner/name`. */
  readonly name: string;
  defaultBranch: string;
  readonly rights: Map<string, StoredRight>;
  /** Teams that may read it, as `org/team`. */
  readonly teams: Set<string>;
  readonly pulls: StoredPull[];
  readonly checks: StoredCheck[];
  readonly branches: Map<string, string>;
  /** Finds where a branch is; a test may bind it to a repository on disk. Default: `branches`. */
  tipOf: (branch: string) => string | undefined;
  /** Tells if a branch adds commits to a base. Default: if the tips differ. */
  addsTo: (branch: string, base: string) => boolean;
  /** Finds a commit. Default: none. */
  commitOf: (sha: string) => StoredCommit | undefined;
  hasDrafts: boolean;
  /** The ways to merge that it allows, the forge's own names. */
  merges: readonly ("MERGE" | "REBASE" | "SQUASH")[];
  hasAutoMerge: boolean;
  /** True if a base requires something that is not there yet. */
  isWaiting: boolean;
  isArchived: boolean;
  /** GitHub has taken it away. */
  isDisabled: boolean;
  readonly topics: string[];
  /** The parts of its text in per cent, the largest first. */
  languages: Readonly<Record<string, number>>;
}

export interface StoredTeam {
  readonly members: Set<string>;
  readonly invited: Set<string>;
}

/** What a forge knows. Each face of it, GitHub's or GitLab's, shows the same. */
export interface ForgeState {
  /** Milliseconds since 1970: each write takes a second. */
  now: number;
  /** The account of tokens that are not in `tokens`. */
  viewer: string;
  readonly tokens: Map<string, string>;
  /** Accounts that are there, besides those that have a right or are in a team. */
  readonly accounts: Set<string>;
  readonly repositories: Map<string, StoredRepository>;
  readonly teams: Map<string, StoredTeam>;
  /** Repositories that the token may not see, by their names. */
  readonly hidden: Set<string>;
  /** What the token may do. */
  readonly may: {
    readMembers: boolean;
    readChecks: boolean;
    writeChecks: boolean;
    readRights: boolean;
    listRepositories: boolean;
    openPulls: boolean;
    writePulls: boolean;
  };
  lastId: number;
  /** The most reviewers that GitLab takes: one without a licence. */
  reviewers: number;
  /** The most items of a page, whatever is asked for. */
  pageSize: number;
}

/** A forge does not do what it was asked: each face has its own status and text for it. */
export class Refusal extends Error {
  readonly kind: "missing" | "denied" | "invalid" | "exists";

  constructor(kind: Refusal["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

export function emptyState(): ForgeState {
  return {
    now: Date.parse("2026-11-02T08:00:00Z"),
    viewer: "sluice-app[bot]",
    tokens: new Map(),
    accounts: new Set(),
    repositories: new Map(),
    teams: new Map(),
    hidden: new Set(),
    may: {
      readMembers: true,
      readChecks: true,
      writeChecks: true,
      readRights: true,
      listRepositories: true,
      openPulls: true,
      writePulls: true,
    },
    lastId: 5_000_000_000,
    reviewers: 100,
    pageSize: 100,
  };
}

/** Adds a repository with `main` and nothing else. */
export function addRepository(state: ForgeState, name: string): StoredRepository {
  const branches = new Map([["main", shaOf(0)]]);
  const repository: StoredRepository = {
    name,
    defaultBranch: "main",
    rights: new Map(),
    teams: new Set(),
    pulls: [],
    checks: [],
    branches,
    tipOf: (branch) => branches.get(branch),
    addsTo: (branch, base) => repository.tipOf(branch) !== repository.tipOf(base),
    commitOf: () => undefined,
    hasDrafts: true,
    merges: ["MERGE", "REBASE", "SQUASH"],
    hasAutoMerge: true,
    isWaiting: true,
    isArchived: false,
    isDisabled: false,
    topics: [],
    languages: {},
  };
  state.repositories.set(name, repository);
  return repository;
}

/** A name of a commit that no two numbers share. */
export function shaOf(number: number): string {
  return `${number}`.padStart(40, "c0ffee");
}

/** True for an account that the forge knows. */
export function isKnown(state: ForgeState, login: string): boolean {
  return (
    state.accounts.has(login) ||
    [...state.repositories.values()].some(({ rights }) => rights.has(login)) ||
    [...state.teams.values()].some(({ members }) => members.has(login))
  );
}
