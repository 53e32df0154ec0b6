import type { IndexChange } from "../../git/commit/change-index.ts";
import type { FileMode } from "../../model/patch/file-mode.ts";
import { messageOf } from "../../shared/message-of.ts";
import { type CommitSources, textsOf } from "./texts-of-commit.ts";

/** A commit of a chain; paths count from the top. */
export interface ChainCommit {
  readonly message: string;
  /** The keys of its actions. */
  readonly actions: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** The outcome of a commit: its id; nothing to commit; or the reason that it was not made. */
export type CommitOutcome =
  | { readonly kind: "made"; readonly sha: string }
  | { readonly kind: "empty" }
  | Refusal;

/** The reason that something was not made. */
export interface Refusal {
  readonly kind: "refused";
  readonly why: string;
}

/** Commits that follow each other, the first on the commit that is checked out. */
export interface Chain {
  /** The last commit; the one that is checked out if none was made. */
  readonly tip: string;
  /** One for each commit that was wanted. */
  readonly outcomes: readonly CommitOutcome[];
  /** The files of all commits that were made, as the last one has them; undefined for a deleted one. */
  readonly blobs: ReadonlyMap<string, IndexChange["after"]>;
  /** The texts of the index, for files of which that has something else than the commit. */
  readonly staged: ReadonlyMap<string, string>;
  /** The modes of files that the commits change. */
  readonly modes: ReadonlyMap<string, FileMode>;
}

/** The sources of a chain, and its end. */
export interface ChainMaking extends CommitSources {
  readonly signal: AbortSignal;
}

/**
 * Makes the objects of a chain, and moves nothing. Each commit has the edits of its actions, on those of the commits
 * before it. One that is refused is left out; those after it are made if they do not rest on it. Rejects if git cannot
 * make or sign a commit.
 */
export async function makeChain(
  wanted: readonly ChainCommit[],
  making: ChainMaking,
): Promise<Chain> {
  const { store, place } = making;
  const outcomes: CommitOutcome[] = [];
  const included = new Set<string>();
  const blobs = new Map<string, IndexChange["after"]>();
  const staged = new Map<string, string>();
  const modes = new Map<string, FileMode>();
  let tip = place.head;
  await store.reset();
  for (const one of wanted) {
    const texts = await textsOf(one.paths, new Set([...included, ...one.actions]), making);
    if ("why" in texts) {
      outcomes.push({ kind: "refused", why: texts.why });
      continue;
    }
    const added = await store
      .put(texts.head, texts.modes)
      .catch((error) => refusalFor(error, making));
    if ("kind" in added) {
      await store.reset(tip);
      outcomes.push(added);
      continue;
    }
    for (const key of one.actions) included.add(key);
    for (const [path, blob] of added) blobs.set(path, blob);
    for (const [path, text] of texts.staged) staged.set(path, text);
    for (const [path, mode] of texts.modes) modes.set(path, mode);
    const sha = await store.commit(tip, one.message);
    outcomes.push(sha === undefined ? { kind: "empty" } : { kind: "made", sha });
    tip = sha ?? tip;
  }
  return { tip, outcomes, blobs, staged, modes };
}

/** Git may refuse a file, such as one with a name that it forbids: then only the commit of its group is not made. */
function refusalFor(error: unknown, { signal }: ChainMaking): Refusal {
  if (signal.aborted) throw error;
  const why = messageOf(error).split("\n").at(-1)?.replace(/\.$/, ""); // Hints of git stand before its error.
  return { kind: "refused", why: `git cannot add its files: ${why}` };
}

/** Returns the ids of the commits that were made. */
export function idsOf(outcomes: readonly CommitOutcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => (outcome.kind === "made" ? [outcome.sha] : []));
}
