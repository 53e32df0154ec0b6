import { type DecidingTree, decideJob, type JobWorld, say, tick } from "./deciding.ts";
import { decideKilled, type KilledDecision } from "./killed-decisions.ts";
import type { KillPoint } from "./killed-job.ts";
import type { CliResult } from "./run-cli.ts";

/** The job of an event, which can be killed and run again. */
export type EventJob = (own: DecidingTree, world: JobWorld) => Promise<CliResult>;

/** Olga wants `a` and `b`, for which she is not enough, and nobody shall have `c`; a line of hers says nothing. */
export function olgaSays(tree: DecidingTree): EventJob {
  const [a, b, c] = tree.ids;
  return saying(tree, "olga", [
    `/sluice apply ${a} because one`,
    `/sluice apply ${b} because two`,
    `/sluice discard ${c} because no`,
    `/sluice aply ${c} because typo`,
  ]);
}

/** Petra is the second person for `b`. */
export function petraSays(tree: DecidingTree): EventJob {
  return saying(tree, "petra", [`/sluice apply ${tree.ids[1]} because both`]);
}

/** Rita may not push, and wants everything. */
export function ritaSays(tree: DecidingTree): EventJob {
  return saying(tree, "rita", ["/sluice apply --all because mine"]);
}

function saying(tree: DecidingTree, sender: string, lines: readonly string[]): EventJob {
  const comment = say(tree, sender, lines.join("\n\n"));
  return (own, world) => decideJob(own, comment, { sender, ...world });
}

/** Petra ticks the box of `d`. */
export function petraTicks(tree: DecidingTree): EventJob {
  const before = tick(tree, "petra", tree.ids[3] ?? "");
  const job = { sender: "petra", before, after: tree.list.body };
  return (own, world) => decideJob(own, tree.list, { ...job, ...world });
}

/** Something that people do, in which one job is killed; without a point, none is. Returns what reached the server of it. */
export type DecisionStory = (tree: DecidingTree, kill?: KillPoint) => Promise<KilledDecision>;

/** People press re-run after a kill; the next person comes later, comes before that, or at the same moment. */
export const STORIES: Readonly<Record<string, DecisionStory>> = {
  "of one, run again before the next": async (tree, kill) => {
    const killed = await killedThenDone(tree, olgaSays(tree), kill);
    await decideKilled(tree, petraSays(tree));
    return killed;
  },
  "of one, run again after the next": async (tree, kill) => {
    const first = olgaSays(tree);
    const killed = await decideKilled(tree, first, kill);
    await decideKilled(tree, petraSays(tree));
    await runAgain(tree, first, killed);
    return killed;
  },
  "of the second": async (tree, kill) => {
    await decideKilled(tree, olgaSays(tree));
    return killedThenDone(tree, petraSays(tree), kill);
  },
  "of a box": (tree, kill) => killedThenDone(tree, petraTicks(tree), kill),
  "of somebody who may not": (tree, kill) => killedThenDone(tree, ritaSays(tree), kill),
  "of one while that of the next runs": async (tree, kill) => {
    const [first, second] = [olgaSays(tree), petraSays(tree)];
    let isRun = false;
    const meanwhile = async () => {
      isRun = true;
      await decideKilled(tree, second);
    };
    const killed = await killedThenDone(tree, first, kill && { ...kill, meanwhile });
    if (!isRun) await meanwhile();
    return killed;
  },
};

async function killedThenDone(
  tree: DecidingTree,
  job: EventJob,
  kill: KillPoint | undefined,
): Promise<KilledDecision> {
  const killed = await decideKilled(tree, job, kill);
  await runAgain(tree, job, killed);
  return killed;
}

/** Nobody runs a job again that has succeeded. */
async function runAgain(tree: DecidingTree, job: EventJob, { exitCode }: KilledDecision) {
  if (exitCode !== 0) await decideKilled(tree, job);
}
