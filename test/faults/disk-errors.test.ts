import { afterEach, describe, it } from "vitest";
import { type DiskCode, fail, heal, onDiskChange } from "../support/fault-hook.ts";
import { drop, type FaultTree, makeFaultTree } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { findLies } from "./find-lies.ts";
import { findBrokenAfter } from "./kill-run.ts";
import { runHere } from "./recover-tree.ts";

afterEach(heal);

interface Fault {
  readonly code: DiskCode;
  /** True if the disk never works again. */
  readonly isForGood: boolean;
}

/** Lets the disk fail at a point. Returns the outcome of the run; undefined if it ended before. */
async function runWithFault(root: string, at: number, { code, isForGood }: Fault) {
  let count = 0;
  onDiskChange((point, path) => {
    count += 1;
    if (count === at || (isForGood && count > at)) fail(code, point, path);
  });
  try {
    const outcome = await runHere(root);
    return count < at ? undefined : outcome;
  } finally {
    heal();
  }
}

async function failAt(
  tree: FaultTree,
  at: number,
  fault: Fault,
): Promise<readonly string[] | undefined> {
  const root = tree.copy();
  try {
    const outcome = await runWithFault(root, at, fault);
    if (outcome === undefined) return undefined;
    const lies = findLies(root, tree, outcome);
    return [...lies, ...(await findBrokenAfter(root, tree))];
  } finally {
    drop(root);
  }
}

describe.each(["action", "run"] as const)("a run (transaction: %s)", (transaction) => {
  it.for<Fault>([
    { code: "ENOSPC", isForGood: false },
    { code: "EACCES", isForGood: false },
    { code: "EIO", isForGood: false },
    { code: "EXDEV", isForGood: false },
    { code: "EIO", isForGood: true },
  ])(
    "tells the truth when the disk fails with $code (for good: $isForGood)",
    async (fault, context) => {
      const tree = await makeFaultTree({ files: 10, actions: 9, transaction });
      const when = fault.isForGood ? "from every point on" : "once, at every point";
      const tally = new Tally(`${fault.code} ${when}, transaction: ${transaction}`);
      for (let at = 1; ; at += 1) {
        const violations = await failAt(tree, at, fault);
        if (violations === undefined) break;
        tally.add(`point ${at}`, violations);
      }
      tally.end(context);
    },
  );
});
