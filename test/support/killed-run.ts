import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tempFolder } from "./temp-tree.ts";

/** Built: `node scripts/build.mjs`. */
const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

/**
 * Runs the command in a process of its own that is killed (SIGKILL) when it is about to do something to the disk
 * for the `nth` time: a fault point and the end of a path, as a regular expression. Answers whether it was killed.
 */
export function killedRun(
  root: string,
  argv: readonly string[],
  {
    point,
    path,
    nth = 1,
  }: { readonly point: string; readonly path: string; readonly nth?: number },
): boolean {
  const preload = join(tempFolder(), "die.mjs");
  writeFileSync(
    preload,
    `let left = ${nth};
globalThis[Symbol.for("sluice.fault-point")] = (point, path) => {
  if (point === ${JSON.stringify(point)} && new RegExp(${JSON.stringify(path)}).test(path) && --left === 0)
    process.kill(process.pid, "SIGKILL");
};
`,
  );
  return endsKilled(root, argv, ["--import", preload]);
}

/** A script by which a check kills the run that waits for it (SIGKILL). */
export const KILLS_RUN = "kill -9 $PPID; sleep 1";

/** Runs the command in a process of its own. Returns true if it was killed. */
export function endsKilled(
  root: string,
  argv: readonly string[],
  node: readonly string[] = [],
): boolean {
  const { signal } = spawnSync(process.execPath, [...node, MAIN, ...argv], {
    cwd: root,
    stdio: "ignore",
    timeout: 60_000,
  });
  return signal === "SIGKILL";
}
