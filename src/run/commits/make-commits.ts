import type { IndexChange } from "../../git/commit/change-index.ts";
import { makeBranch, moveBranch } from "../../git/commit/move-branch.ts";
import type { CommitPlace } from "../../git/commit/open-commit-place.ts";
import { gitIn } from "../../git/run-git.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { CommitStore, type StoreOptions } from "./commit-store.ts";
import {
  type CommittedFile,
  type CommitWorld,
  type FoundFile,
  findCommittedFiles,
  type WrittenFile,
} from "./committed-file.ts";
import { textOfActions } from "./text-of-actions.ts";

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
  | { readonly kind: "refused"; readonly why: string };

/** The files that a run wrote; those whose texts are not certain are missing. */
export type WrittenFiles = ReadonlyMap<string, WrittenFile>;

/**
 * Makes commits of what a run wrote, each with the edits of its actions and nothing else: in a row on the branch that
 * is checked out, or each on a new branch from the commit that is checked out. The branch moves once, behind the last
 * commit, or not at all. Returns one outcome for each.
 */
export async function makeCommits(
  wanted: readonly WantedCommit[],
  files: WrittenFiles,
  place: CommitPlace,
  options: StoreOptions,
): Promise<readonly CommitOutcome[]> {
  const store = await CommitStore.open(place, options);
  try {
    const world = { place, env: options.env, store };
    const found = await findCommittedFiles(files, world);
    const making: Making = { ...world, files, found };
    return wanted.some(({ branch }) => branch !== undefined)
      ? await onBranches(wanted, making)
      : await inRow(wanted, making);
  } finally {
    await store.close();
  }
}

interface Making extends CommitWorld {
  readonly files: WrittenFiles;
  readonly found: ReadonlyMap<string, FoundFile>;
}

/** Makes each commit on a branch of its own. What is checked out stays, and so does the index. */
async function onBranches(wanted: readonly WantedCommit[], making: Making) {
  const { store, place, env } = making;
  const git = gitIn(place.top, env);
  const outcomes: CommitOutcome[] = [];
  for (const one of wanted) {
    const texts = await textsOf(one, one.actions, making);
    if ("why" in texts) {
      outcomes.push(texts);
      continue;
    }
    await store.reset();
    await store.add(texts.head);
    const sha = await store.commit(place.head, one.message);
    const note = `sluice: ${one.subject}`;
    outcomes.push(
      sha === undefined
        ? { kind: "empty" }
        : await makeBranch(git, one.branch ?? "", { commit: sha, note }).then(
            () => ({ kind: "made", sha }) as const,
            (error) =>
              ({ kind: "refused", why: branchFault(one.branch ?? "", messageOf(error)) }) as const,
          ),
    );
  }
  return outcomes;
}

function branchFault(branch: string, message: string): string {
  const isTaken = /reference already exists/.test(message);
  return isTaken ? `there is a branch ${branch} already` : `git cannot make ${branch}: ${message}`;
}

/** Makes the commits one on the other, and moves the branch and the index to the last one. */
async function inRow(wanted: readonly WantedCommit[], making: Making) {
  const { store, place, env } = making;
  const outcomes: CommitOutcome[] = [];
  const included = new Set<string>();
  const blobs = new Map<string, IndexChange["after"]>();
  const staged = new Map<string, string>();
  let last = place.head;
  for (const one of wanted) {
    const all = new Set([...included, ...one.actions]);
    const texts = await textsOf(one, all, making);
    if ("why" in texts) {
      outcomes.push(texts);
      continue;
    }
    for (const key of one.actions) included.add(key);
    for (const [path, blob] of await store.add(texts.head)) blobs.set(path, blob);
    for (const [path, text] of texts.staged) staged.set(path, text);
    const sha = await store.commit(last, one.message);
    last = sha ?? last;
    outcomes.push(sha === undefined ? { kind: "empty" } : { kind: "made", sha });
  }
  if (last === place.head) return outcomes;
  for (const [path, blob] of await store.add(staged)) blobs.set(path, blob);
  const index = [...blobs].map(([path, after]): IndexChange => {
    const { entry: before } = making.found.get(path) as CommittedFile; // Its commit was made.
    const { mode } = before ?? after; // A mode that is staged stays so.
    return { path, before, after: { mode, id: after.id } };
  });
  const count = outcomes.filter(({ kind }) => kind === "made").length;
  await moveBranch(gitIn(place.top, env), place, {
    commit: last,
    index,
    note: `sluice: ${count === 1 ? "a commit" : `${count} commits`}`,
  });
  return outcomes;
}

/** The texts of one commit: of its tree, and of the index where that has something else. */
interface CommitTexts {
  readonly head: ReadonlyMap<string, string>;
  readonly staged: ReadonlyMap<string, string>;
}

type Refusal = Extract<CommitOutcome, { readonly kind: "refused" }>;

/** The most files that a refusal names. */
const MOST_NAMED = 5;

/** Returns the texts of a commit. One file that cannot be committed refuses it as a whole; all such files are named. */
async function textsOf(
  { paths }: WantedCommit,
  actions: ReadonlySet<string>,
  making: Making,
): Promise<CommitTexts | Refusal> {
  const head = new Map<string, string>();
  const staged = new Map<string, string>();
  const faults: string[] = [];
  for (const path of paths) {
    const texts = await textsOfFile(path, actions, making);
    if ("fault" in texts) faults.push(`${path} ${texts.fault}`);
    else {
      head.set(path, texts.head);
      if (texts.staged !== undefined) staged.set(path, texts.staged);
    }
  }
  if (faults.length === 0) return { head, staged };
  const more = faults.length - MOST_NAMED;
  const others = more > 0 ? [`and ${countOf(more, "more file")}`] : [];
  return { kind: "refused", why: [...faults.slice(0, MOST_NAMED), ...others].join("; ") };
}

/** The text of a file in the commit, and in the index if that has something else. */
interface FileTexts {
  readonly head: string;
  readonly staged: string | undefined;
}

async function textsOfFile(
  path: string,
  actions: ReadonlySet<string>,
  { files, found, store }: Making,
): Promise<FileTexts | { readonly fault: string }> {
  const file = files.get(path);
  const state = found.get(path);
  if (file === undefined || state === undefined) return { fault: WRITTEN_BY_OTHERS };
  if ("fault" in state) return state;
  const text = textOfActions(file, (action) => actions.has(action));
  if (text === undefined) return { fault: RESTS_ON_OTHERS };
  const head = await store.merge(state.head ?? file.before, file.before, text);
  if (head === undefined) return { fault: `${CONFLICTS} are not committed` };
  if (state.staged === undefined) return { head, staged: undefined };
  const staged = await store.merge(state.staged, file.before, text);
  return staged === undefined ? { fault: `${CONFLICTS} are staged` } : { head, staged };
}

const WRITTEN_BY_OTHERS = "was also written by another process, or its text before is gone";
const RESTS_ON_OTHERS =
  "has edits that rest on those of an action that is in no commit before this one";
const CONFLICTS = "has edits too close to other changes of the same lines, which";
