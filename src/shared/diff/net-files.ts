import type { ActionReport } from "../../model/report/report.ts";
import { joinChanges } from "./join-changes.ts";
import { type NetChanges, netChanges } from "./net-changes.ts";
import { type FileDiff, parseDiff } from "./parse-diff.ts";
import { writeHead, writeHunks } from "./write-diff.ts";

/** The change of one file by all actions of a run that were applied, or would be. */
export interface NetFile {
  /** Relative to the root. */
  readonly path: string;
  /** A diff that `git apply` takes. If diffs cannot be added up, they stand one after the other. */
  readonly diff: string;
  /** Absent if the diffs cannot be added up. */
  readonly changes?: NetChanges;
  /** The hash of the file before the first of them; null for a new file. */
  readonly preHash: string | null;
  /** The hash after the last of them; null for a deleted file. */
  readonly postHash: string | null;
}

type Part = ActionReport["files"][number];

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

interface WrittenOptions {
  readonly withPending?: boolean;
}

/** Returns what actions that were applied, or would be, change in each file, in order. */
export function writtenParts(
  actions: readonly ActionReport[],
  { withPending = false }: WrittenOptions,
): ReadonlyMap<string, readonly Part[]> {
  const parts = new Map<string, Part[]>();
  for (const { state, files, isWritten } of actions) {
    const isPending = state === "pending" && withPending;
    const isIn = state === "would-apply" || state === "applied" || isWritten === true;
    if (!isIn && !isPending) continue;
    for (const file of files) {
      const known = parts.get(file.path);
      if (known === undefined) parts.set(file.path, [file]);
      else known.push(file);
    }
  }
  return parts;
}

/** Returns the change of one file by several actions; none if they leave it as it was. */
export function netFile(parts: readonly Part[]): readonly NetFile[] {
  const [first] = parts;
  if (first === undefined) return [];
  const file = {
    path: first.path,
    preHash: first.preHash,
    postHash: parts.at(-1)?.postHash ?? null,
  };
  const steps = stepsOf(parts);
  if (steps === undefined) return [{ ...file, diff: parts.map(({ diff }) => diff).join("") }];
  const isNew = steps[0]?.isNew === true;
  const isDeleted = steps.at(-1)?.isDeleted === true;
  const changes = netChanges(steps);
  const isNothing = isNew === isDeleted && (isNew || changes.changes.length === 0);
  if (isNothing && parts.length > 1) return [];
  // One diff is what it is; an empty file that comes or goes has no hunks.
  const hunks = writeHunks(changes);
  const diff =
    parts.length === 1 ? first.diff : writeHead(first.diff, { isNew, isDeleted, hunks }) + hunks;
  return [{ ...file, diff, changes }];
}

/** Returns diffs of which each begins where the one before it ended; undefined if they do not fit together. */
function stepsOf(parts: readonly Part[]): readonly FileDiff[] | undefined {
  const groups: FileDiff[][] = [];
  let last: Part | undefined;
  for (const part of parts) {
    const diff = parseDiff(part.diff);
    if (diff === undefined) return undefined;
    // The parts of one write each begin at the text before all of it.
    const isSameWrite =
      part.isJoint === true && last?.preHash === part.preHash && last.postHash === part.postHash;
    if (isSameWrite) {
      groups.at(-1)?.push(diff);
    } else {
      if (last !== undefined && last.postHash !== part.preHash) return undefined;
      groups.push([diff]);
    }
    last = part;
  }
  const steps = groups.map(merged);
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

/** Merges diffs of the same text; undefined if two of them change the same words. */
function merged(diffs: readonly FileDiff[]): FileDiff | undefined {
  const [first, ...others] = diffs;
  if (first === undefined || others.length === 0) return first;
  const changes = joinChanges(diffs.flatMap((diff) => diff.changes));
  if (changes === undefined) return undefined;
  const gone = new Set(
    changes.flatMap(({ start, removed }) => removed.map((_line, offset) => start + offset)),
  );
  const kept = new Map(diffs.flatMap((diff) => [...diff.kept]).filter(([line]) => !gone.has(line)));
  return { ...first, changes, kept };
}
