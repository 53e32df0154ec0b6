import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Child, startChild } from "../../faults/child-run.ts";
import { fleetOf } from "../fleet.ts";
import { tempFolder } from "../temp-tree.ts";

/** The states of the repositories in the end. */
export const EXPECTED = {
  app: "planned",
  old: "previewed",
  none: "skipped: no-text",
  missing: "failed: cannot-clone",
  web: "planned",
};

const REPOSITORIES = {
  app: { "src/a.ts": "console.log(1);\n" },
  old: { "a.ts": "// console.log\n" },
  none: { "a.ts": "x();\n" },
  web: { "b.ts": "console.log(2);\n" },
};

const ARGV = ["fleet", "run", "fleet.yaml", "--mirrors", "mirrors", "--concurrency", "1"];

/** Makes a fleet of which one repository is planned first, and one last. */
export function killableFleet() {
  const fleet = fleetOf(REPOSITORIES, { entries: Object.keys(EXPECTED) });
  const home = tempFolder();
  return {
    ...fleet,
    ledger: join(fleet.state, "ledger.jsonl"),
    start: (argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
      startChild(fleet.folder, [...ARGV, ...argv], { HOME: home, ...env }),
  };
}

/** The repositories of two tests have commits of other times. */
function changesOf(plan: string): unknown {
  return (JSON.parse(plan) as { readonly actions: unknown }).actions;
}

/** Kills a process as soon as a condition holds. */
export async function killedWhen(child: Child, holds: () => boolean): Promise<void> {
  let isOver = false;
  void child.outcome.then(() => {
    isOver = true;
  });
  while (!isOver && !holds()) await sleep(2);
  child.kill("SIGKILL");
  await child.outcome;
}

let known:
  | { readonly plans: Readonly<Record<string, unknown>>; readonly points: number }
  | undefined;

/** What a round that nobody kills leaves, and the number of its changes of the disk. */
export async function wholeRound() {
  if (known !== undefined) return known;
  const made = killableFleet();
  const { code, notice, stderr } = await made.start([], { FAULT_COUNT: "1" }).outcome;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  known = {
    plans: { app: changesOf(made.planOf("app")), web: changesOf(made.planOf("web")) },
    points: Number(notice),
  };
  return known;
}

/** Goes on with a fleet, and expects what a round leaves that nobody kills. */
export async function expectWhole(made: ReturnType<typeof killableFleet>) {
  const { code, stderr } = await made.start(["--resume"]).outcome;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(await made.states()).toEqual(EXPECTED);
  const { plans } = await wholeRound();
  for (const [name, text] of Object.entries(plans))
    expect(changesOf(made.planOf(name))).toEqual(text);
  expect(existsSync(join(made.state, "lock"))).toBe(false);
}
