import type { IndexChange } from "../../git/commit/change-index.ts";
import { makeBranch, moveBranch } from "../../git/commit/move-branch.ts";
import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import { gitIn } from "../../git/run-git.ts";
import { messageOf } from "../../shared/message-of.ts";
import { CommitStore, type StoreOptions } from "./commit-store.ts";
import { type CommittedFile, findCommittedFiles } from "./committed-file.ts";
import { type CommitSources, textsOf, type WrittenFiles } from "./texts-of-commit.ts";

/** A commit to make; paths count from the top. */
export interface WantedCommit {
  readonly subject: string;
  readonly message: string;
  /** Undefined for the branch that is checked out. */
  readonly branch: string | undefined;
  /** The keys of its actions. */
  readonly actions: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** The outcome of a commit: its id; nothing to commit; or the reason that it was not made. */
export type CommitOutcome =
  | { readonly kind: "made"; readonly sha: string }
  | { readonly kind: "empty" }
  | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly why: string;
}

/** The circumstances of commits that a run makes. */
export interface MakingOptions extends StoreOptions {
  /** Keeps the ids of commits before a branch has them: a run that is killed then is known to have made them. */
  readonly noteCommits: (ids: readonly string[]) => Promise<void>;
}

/**
 * Makes commits of what a run wrote, each with the edits of its actions and nothing else: in a row on the branch that
 * is checked out, or each on a new branch from the commit that is checked out. The branch moves once, after the last
 * commit, or not at all. Returns one outcome for each.
 */
export async function makeCommits(
  wanted: readonly WantedCommit[],
  files: WrittenFiles,
  place: CommitPlace,
  options: MakingOptions,
): Promise<readonly CommitOutcome[]> {
  const store = await CommitStore.open(place, options);
  try {
    const world = { place, env: options.env, store };
    const found = await findCommittedFiles(files, world);
    const making: Making = { ...world, files, found, ...options };
    return wanted.some(({ branch }) => branch !== undefined)
      ? await onBranches(wanted, making)
      : await inRow(wanted, making);
  } finally {
    await store.close();
  }
}

type Making = CommitSources & MakingOptions;

/** Makes each commit on a branch of its own. What is checked out stays, and so does the index. */
async function onBranches(wanted: readonly WantedCommit[], making: Making) {
  const { store, place, env, noteCommits } = making;
  const git = gitIn(place.top, env);
  const prepared: CommitOutcome[] = [];
  for (const one of wanted) {
    const texts = await textsOf(one.paths, one.actions, making);
    if ("why" in texts) {
      prepared.push({ kind: "refused", why: texts.why });
      continue;
    }
    await store.reset();
    const commit = store.put(texts.head).then(() => store.commit(place.head, one.message));
    prepared.push(await commit.then(madeOrEmpty, (error) => refusalFor(error, making)));
  }
  await noteCommits(idsOf(prepared));
  const outcomes: CommitOutcome[] = [];
  for (const [index, { branch = "", subject }] of wanted.entries()) {
    const outcome = prepared[index] as CommitOutcome; // One for each.
    if (outcome.kind === "made") {
      const to = { commit: outcome.sha, note: `sluice: ${subject}` };
      const error: unknown = await makeBranch(git, branch, to).catch((reason: unknown) => reason);
      if (error !== undefined) {
        outcomes.push({ kind: "refused", why: branchFault(branch, messageOf(error)) });
        continue;
      }
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

function madeOrEmpty(sha: string | undefined): CommitOutcome {
  return sha === undefined ? { kind: "empty" } : { kind: "made", sha };
}

/** Git may refuse a file, such as one with a name that it forbids: then only the commit of its group is not made. */
function refusalFor(error: unknown, { signal }: Making): Refusal {
  if (signal.aborted) throw error;
  const why = messageOf(error).split("\n").at(-1)?.replace(/\.$/, ""); // Hints of git stand before its error.
  return { kind: "refused", why: `git cannot add its files: ${why}` };
}

function idsOf(outcomes: readonly CommitOutcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => (outcome.kind === "made" ? [outcome.sha] : []));
}

function branchFault(branch: string, message: string): string {
  const isTaken = /reference already exists/.test(message);
  return isTaken ? `there is a branch ${branch} already` : `git cannot make ${branch}: ${message}`;
}

/** Returns the change of the index that belongs to a file of a commit. A mode that is staged stays so. */
function indexChangeOf(path: string, after: IndexChange["after"], { found }: Making): IndexChange {
  const { entry: before } = found.get(path) as CommittedFile; // Its commit was made.
  return { path, before, after: after && { mode: (before ?? after).mode, id: after.id } };
}

/** Makes the commits one on the other, and moves the branch and the index to the last one. */
async function inRow(wanted: readonly WantedCommit[], making: Making) {
  const { store, place, env, noteCommits } = making;
  const outcomes: CommitOutcome[] = [];
  const included = new Set<string>();
  const blobs = new Map<string, IndexChange["after"]>();
  const staged = new Map<string, string>();
  let last = place.head;
  for (const one of wanted) {
    const all = new Set([...included, ...one.actions]);
    const texts = await textsOf(one.paths, all, making);
    if ("why" in texts) {
      outcomes.push({ kind: "refused", why: texts.why });
      continue;
    }
    const added = await store.put(texts.head).catch((error) => refusalFor(error, making));
    if ("kind" in added) {
      await store.reset(last);
      outcomes.push(added);
      continue;
    }
    for (const key of one.actions) included.add(key);
    for (const [path, blob] of added) blobs.set(path, blob);
    for (const [path, text] of texts.staged) staged.set(path, text);
    const sha = await store.commit(last, one.message);
    last = sha ?? last;
    outcomes.push(madeOrEmpty(sha));
  }
  if (last === place.head) return outcomes;
  for (const [path, blob] of await store.add(staged)) blobs.set(path, blob);
  const ids = idsOf(outcomes);
  await noteCommits(ids);
  await moveBranch({ git: gitIn(place.top, env), scratch: store.git }, place, {
    commit: last,
    index: [...blobs].map(([path, blob]) => indexChangeOf(path, blob, making)),
    note: `sluice: ${ids.length === 1 ? "a commit" : `${ids.length} commits`}`,
  });
  return outcomes;
}
