import { PLAIN_MODE } from "../../model/patch/file-mode.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { RESOLVED } from "../../model/report/resolved.ts";
import { addTo } from "../lists/add-to.ts";
import { type NetChanges, netChanges } from "./net-changes.ts";
import { type Step, stepsOf, type WrittenPart } from "./steps-of-file.ts";
import { writeHead, writeHunks } from "./write-diff.ts";

/** The change of one file by all actions of a run that were applied, or would be. */
export interface NetFile {
  /** Relative to the root. */
  readonly path: string;
  /** A diff that `git apply` takes. If diffs cannot be added up, they stand one after the other. */
  readonly diff: string;
  /** Absent if the diffs cannot be added up. */
  readonly changes?: NetChanges;
  /** Lines that come and go; those of all diffs if they cannot be added up. */
  readonly additions: number;
  readonly deletions: number;
  /** The hash of the file before the first of them; null for a new file. */
  readonly preHash: string | null;
  /** The hash after the last of them; null for a deleted file, absent if it is not known. */
  readonly postHash?: string | null;
}

/**
 * Returns the files that a run changed or would change, in the order in which it came to them; `withPending` also
 * counts what no policy has decided.
 */
export function netFiles(
  actions: readonly ActionReport[],
  options: WrittenOptions = {},
): readonly NetFile[] {
  return [...writtenParts(actions, options).values()].flatMap(netFile);
}

/** Returns what an action changes in a file, with the mark of what a person applied after the run. */
export function writtenPart<Part extends WrittenPart>(
  { ruleId }: ActionReport,
  part: Part,
): Part & WrittenPart {
  return ruleId === RESOLVED ? { ...part, isLater: true } : part;
}

interface WrittenOptions {
  readonly withPending?: boolean;
}

/** Returns what actions that were applied, or would be, change in each file, in order. */
export function writtenParts(
  actions: readonly ActionReport[],
  { withPending = false }: WrittenOptions,
): ReadonlyMap<string, readonly WrittenPart[]> {
  const parts = new Map<string, WrittenPart[]>();
  for (const action of actions) {
    const { state, files, isWritten } = action;
    const isPending = state === "pending" && withPending;
    const isIn = state === "would-apply" || state === "applied" || isWritten === true;
    if (!isIn && !isPending) continue;
    for (const part of files) {
      const file = writtenPart(action, part);
      addTo(parts, file.path, file);
    }
  }
  return parts;
}

/** Returns the change of one file by several actions; none if they leave it as it was. */
export function netFile(parts: readonly WrittenPart[]): readonly NetFile[] {
  const [first] = parts;
  if (first === undefined) return [];
  const steps = stepsOf(parts);
  const last: Pick<Step, "postHash"> | undefined = (steps ?? parts).at(-1);
  const file = {
    path: first.path,
    preHash: (steps?.[0] ?? first).preHash,
    ...(last?.postHash === undefined ? {} : { postHash: last.postHash }),
  };
  if (steps === undefined) {
    const diff = parts.map((part) => part.diff).join("");
    return [{ ...file, diff, ...sumOf(parts) }];
  }
  const isNew = steps[0]?.diff.isNew === true;
  const isDeleted = steps.at(-1)?.diff.isDeleted === true;
  const changes = netChanges(steps.map(({ diff }) => diff));
  const modes = netModes(steps);
  const isSame = changes.changes.length === 0 && modes === undefined;
  const isNothing = isNew === isDeleted && (isNew || isSame);
  if (isNothing && parts.length > 1) return [];
  // One diff is what it is; an empty file that comes or goes has no hunks.
  const hunks = writeHunks(changes);
  const diff =
    parts.length === 1
      ? first.diff
      : writeHead(first.diff, { isNew, isDeleted, modes, hunks }) + hunks;
  const counts = changes.changes.map(({ added, removed }) => ({
    additions: added.length,
    deletions: removed.length,
  }));
  return [{ ...file, diff, changes, ...sumOf(counts) }];
}

/** Returns the modes before all steps and afterwards; undefined if they are the same, or no step tells. */
function netModes(steps: readonly Step[]): readonly [old: string, fresh: string] | undefined {
  const told = steps.flatMap(({ diff }) => (diff.newMode === undefined ? [] : [diff]));
  const [old, fresh] = [told[0]?.oldMode ?? PLAIN_MODE, told.at(-1)?.newMode ?? PLAIN_MODE];
  return old === fresh ? undefined : [old, fresh];
}

type Counts = Pick<NetFile, "additions" | "deletions">;

function sumOf(counts: readonly Counts[]): Counts {
  let [additions, deletions] = [0, 0];
  for (const count of counts) {
    additions += count.additions;
    deletions += count.deletions;
  }
  return { additions, deletions };
}
