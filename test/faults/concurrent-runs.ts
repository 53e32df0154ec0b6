import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRun } from "../../src/apply/state/read-run.ts";
import { listRunFolders } from "../../src/apply/state/run-folder.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { tempRepository } from "../support/temp-tree.ts";
import { findViolations } from "./check-whole.ts";
import { runChild } from "./child-run.ts";
import { readFiles } from "./read-files.ts";

/** A number of runs at once, on a number of files that all of them edit. */
export interface Race {
  readonly runs: number;
  readonly files: number;
  /** The lock before: free, of a process that died, or emptied by a loss of power. */
  readonly lock: "free" | "stale" | "empty";
}

/** Runs all at once, each with a recipe of its own on the same files. Returns the promises that they broke. */
export async function findBrokenByRace({ runs, files, lock }: Race): Promise<readonly string[]> {
  const numbers = Array.from({ length: runs }, (_, index) => index);
  const names = Array.from({ length: files }, (_, index) => `src/f${index}.ts`);
  const text = (name: string) => numbers.map((number) => `${name}${number}();\n`).join("");
  const root = tempRepository({
    ...Object.fromEntries(names.map((name) => [name, text("old")])),
    ...Object.fromEntries(numbers.map((number) => [`r${number}.yaml`, recipeOf(number)])),
  });
  const before = readFiles(root);
  if (lock !== "free") writeOldLock(root, lock);
  const outcomes = await Promise.all(
    numbers.map((number) =>
      runChild(root, ["run", `r${number}.yaml`, "--policy", "apply-all", "--quiet"]),
    ),
  );
  const violations = outcomes
    .filter(({ code }) => code !== 0)
    .map(({ code, signal, stderr }) => `a run ends with ${code ?? signal}: ${stderr}`);
  const after = readFiles(root);
  for (const name of names)
    if (after.get(name) !== `644 ${text("fresh")}`)
      violations.push(`${name} lost an edit: ${after.get(name)}`);
  return [...violations, ...findInterleaved(root, names), ...findLeftOver(root, before)];
}

function recipeOf(number: number): string {
  return `version: 1\nsteps:\n  - ast_edit: { per: file, paths: ["src/**"], ops: [{ pat: "old${number}()", out: "fresh${number}()" }] }\n`;
}

function writeOldLock(root: string, lock: "stale" | "empty"): void {
  mkdirSync(join(root, ".sluice"));
  const holder = { token: "0".repeat(32), pid: 5_000_000, started: null, command: "run" };
  const { host, machine, boot, pids } = ownProcess(process);
  const more = { host, machine, boot, pids, since: "2026-01-01T00:00:00.000Z" };
  const text = lock === "stale" ? JSON.stringify({ ...holder, ...more }) : "";
  writeFileSync(join(root, ".sluice/lock"), text);
}

/** Compares the order of the runs in each file: runs that do not overlap write all files in the same order. */
function findInterleaved(root: string, names: readonly string[]): readonly string[] {
  const steps = listRunFolders(root).flatMap((folder) => {
    const { records } = readRun(folder);
    return records.flatMap((each) =>
      each.kind === "begin" ? each.files.map((file) => ({ id: folder.id, ...file })) : [],
    );
  });
  const orders = names.map((name) => {
    const ofFile = steps.filter(({ path }) => path === name);
    const made = new Set(ofFile.map(({ postHash }) => postHash));
    const order: string[] = [];
    let step = ofFile.find(({ preHash }) => !made.has(preHash));
    while (step) {
      order.push(step.id);
      const { postHash } = step;
      step = ofFile.find(({ preHash }) => preHash === postHash);
    }
    return order.join(" ");
  });
  return new Set(orders).size === 1 ? [] : ["two runs wrote at the same time"];
}

/**
 * Finds files that are left over. Runs that waited wrote in another order than they began, so that texts do not count.
 */
function findLeftOver(root: string, before: ReadonlyMap<string, string>): readonly string[] {
  return findViolations(root, before).filter((each) =>
    /left over|open|unfinished|no end|git sees/.test(each),
  );
}
