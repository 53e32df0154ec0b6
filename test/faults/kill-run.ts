import { findViolations } from "./check-whole.ts";
import { runChild } from "./child-run.ts";
import { drop, type FaultTree, RUN_RECIPE } from "./fault-tree.ts";
import { differences, listFolders, readFiles } from "./read-files.ts";
import { recoverTree, runHere } from "./recover-tree.ts";

const RUN = [...RUN_RECIPE, "--quiet"];

/**
 * Kills a run just before a change of the disk, counted from 1. Returns the promises that the recovered tree breaks.
 */
export async function killAt(tree: FaultTree, at: number): Promise<readonly string[]> {
  const root = tree.copy();
  try {
    const { signal } = await runChild(root, RUN, { FAULT_AT: `${at}` });
    if (signal !== "SIGKILL") return [`it ends with ${signal}`];
    return await findBrokenAfter(root, tree);
  } finally {
    drop(root);
  }
}

/** Finds the promises that are broken after a recovery, and after the run that follows it. */
export async function findBrokenAfter(root: string, tree: FaultTree): Promise<readonly string[]> {
  await recoverTree(root);
  const violations = [...findViolations(root, tree.before)];
  if ((await recoverTree(root)).length > 0) violations.push("it is recovered twice");
  const { exitCode } = await runHere(root);
  if (exitCode !== 0) violations.push(`the next run ends with ${exitCode}`);
  const folders = listFolders(root).filter((folder) => !tree.foldersAfter.includes(folder));
  violations.push(...folders.map((folder) => `the folder ${folder} is left over`));
  return [...violations, ...differences(readFiles(root), tree.after)];
}

/** Counts the changes of the disk of an undisturbed run. */
export async function countChanges(tree: FaultTree): Promise<number> {
  const root = tree.copy();
  try {
    return Number((await runChild(root, RUN, { FAULT_COUNT: "1" })).notice);
  } finally {
    drop(root);
  }
}
