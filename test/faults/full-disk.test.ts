import { spawnSync } from "node:child_process";
import { cpSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { tempFolder } from "../support/temp-tree.ts";
import { type ChildOutcome, runChild } from "./child-run.ts";
import { drop, type FaultTree, makeFaultTree, RUN_RECIPE } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { findLies } from "./find-lies.ts";
import { findBrokenAfter } from "./kill-run.ts";

const RUN = [...RUN_RECIPE, "--format", "json"];

function findLiesOfChild(root: string, tree: FaultTree, outcome: ChildOutcome): readonly string[] {
  const { code, signal, stdout, stderr } = outcome;
  if (code === null) return [`it ends with ${signal}`];
  try {
    const report = JSON.parse(stdout) as Report;
    return findLies(root, tree, { exitCode: code, report, stdout, stderr });
  } catch {
    return [`it ends with ${code}, without a report: ${stderr}`];
  }
}

/** Mounts a small file system in memory. Returns a function that unmounts it; undefined if that is not permitted. */
function mountSmall(folder: string): (() => void) | undefined {
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "none", folder]);
  if (mount.status !== 0) return undefined;
  return () => spawnSync("umount", [folder]);
}

describe.each(["action", "run"] as const)("a run (transaction: %s)", (transaction) => {
  it("tells the truth on a disk that is really full", async (context) => {
    const tree = await makeFaultTree({ files: 12, actions: 4, transaction });
    const disk = tempFolder();
    const unmount = mountSmall(disk);
    if (!unmount) return context.skip("A file system cannot be mounted here.");
    const tally = new Tally(`disk really full, transaction: ${transaction}`);
    try {
      for (let blocks = 0; blocks <= 36; blocks += 1) {
        const original = tree.copy();
        const root = join(disk, "tree");
        cpSync(original, root, { recursive: true });
        const { bavail, bsize } = statfsSync(disk);
        const ballast = join(disk, "ballast");
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail - blocks) * bsize, 1));
        const lies = findLiesOfChild(root, tree, await runChild(root, RUN));
        rmSync(ballast);
        tally.add(`${blocks} blocks`, [...lies, ...(await findBrokenAfter(root, tree))]);
        drop(original);
        drop(root);
      }
    } finally {
      unmount();
    }
    tally.end(context);
  });

  it("tells the truth when the size of files is limited", async (context) => {
    const tree = await makeFaultTree({ files: 12, actions: 4, transaction });
    const tally = new Tally(`limit on file sizes, transaction: ${transaction}`);
    for (let kilobytes = 0; kilobytes <= 24; kilobytes += 1) {
      const root = tree.copy();
      const limited = ["bash", "-c", `ulimit -f ${kilobytes}; exec "$@"`, "-"];
      const outcome = await runChild(root, [...RUN, "--no-cache"], {}, limited);
      const lies = findLiesOfChild(root, tree, outcome);
      tally.add(`${kilobytes} KB`, [...lies, ...(await findBrokenAfter(root, tree))]);
      drop(root);
    }
    tally.end(context);
  });
});
