import { UnfinishedError } from "../../apply/transaction/write-files.ts";
import type { Workspace } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { refuseWhenCancelled } from "../../tools/changes/commit-changes.ts";
import type { GatheredWrites } from "../../tree/gathered-writes.ts";
import { checksOf } from "../checks/checks-of.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext, RunRecord } from "../state/run-context.ts";
import { awaitChecks, measureBefore } from "./await-checks.ts";
import type { Judgement } from "./judge-action.ts";

/** Fewer actions are written one by one: that takes little time, and a run that is to end leaves out the others. */
const FEWEST_ACTIONS = 8;

/** The most actions of one write, and the most text that waits for it; UTF-16 code units. */
const MOST_ACTIONS = 200;
const MOST_TEXT = 32 * 1024 * 1024;

/**
 * Writes an action and those after it that no other verdict separates from it as one transaction, because the flushes
 * take most of the time. Each is resolved afterwards, with the outcome that it has by itself. If they cannot be written
 * together, nothing of them is, and each is to be written alone: an action fails only by its own fault. Returns the
 * actions that were tried.
 */
export async function writeTogether(
  action: ActionRecord,
  { record, world: { workspace, stop } }: RunContext,
  judgements: WaitingJudgements,
): Promise<ReadonlySet<ActionRecord>> {
  const { policy, writer } = record;
  if (writer === undefined || policy?.transaction === "run") return new Set([action]);
  const group = await findGroup(action, judgements, record);
  const applied: JoiningAction[] = [];
  try {
    if (group.length >= FEWEST_ACTIONS) await writeGroup(group, applied, workspace, stop.signal);
  } catch (error) {
    // A file that could not be put back is not stale for the action that was to write it.
    const fault = error instanceof UnfinishedError ? error : undefined;
    for (const { takeBack } of applied.reverse()) takeBack(fault);
    return new Set([action, ...group.map((one) => one.action)]); // Each reports its own error.
  }
  for (const one of applied) judgements.settle(one.action);
  return new Set([action, ...applied.map((one) => one.action)]);
}

/** The judgements of the actions that wait (judgements.ts). */
interface WaitingJudgements {
  /** Yields an action and those after it, in order. */
  from(action: ActionRecord): Iterable<ActionRecord>;
  of(action: ActionRecord): Promise<Judgement>;
  /** Notes that an action is written. */
  settle(action: ActionRecord): void;
}

/** An accepted action that can be written with others. */
interface JoiningAction {
  readonly action: ActionRecord;
  readonly apply: (target: GatheredWrites) => Promise<void>;
  readonly takeBack: (fault?: Error) => void;
}

/** Finds the actions from `action` on that are accepted, up to the first of another verdict or kind. */
async function findGroup(
  action: ActionRecord,
  judgements: WaitingJudgements,
  record: RunRecord,
): Promise<readonly JoiningAction[]> {
  const group: JoiningAction[] = [];
  for (const one of judgements.from(action)) {
    const { preview } = one;
    const ahead = preview.kind === "files" ? preview.ahead : undefined;
    if (ahead === undefined || group.length >= MOST_ACTIONS) break;
    const { decision } = await judgements.of(one);
    if (decision?.verdict !== "apply") break;
    if (checksOf(record.policy, decision.ruleId, "action").length > 0) break; // Each is proved by itself.
    if ((await measureBefore(one, decision, record)) !== undefined) break; // Its end says why.
    awaitChecks(one, decision, record);
    const { reason } = decision;
    const apply = (target: GatheredWrites) => ahead.apply(reason, target);
    group.push({ action: one, apply, takeBack: (fault) => ahead.takeBack(fault) });
  }
  return group;
}

/** Writes as many of a group as fit, up to the first that fails. Adds those that it applied to `applied`. */
async function writeGroup(
  group: readonly JoiningAction[],
  applied: JoiningAction[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<void> {
  const turn = await workspace.turns.take();
  try {
    const { GatheredWrites: Gathered } = await import("../../tree/gathered-writes.ts");
    const gathered = new Gathered(workspace);
    for (const one of group) {
      refuseWhenCancelled(signal);
      const isApplied = await one.apply(gathered).then(
        () => true,
        () => false, // It is tried again alone, and reports its error.
      );
      if (!isApplied) {
        one.takeBack();
        break;
      }
      applied.push(one);
      if (gathered.size > MOST_TEXT) break;
    }
    const changes = gathered.list();
    if (changes.some((change) => change.preHash === change.postHash && change.mode === undefined))
      throw new Error("A file ends as it began, which is two writes, and not one.");
    const [first, ...others] = gathered.parts;
    if (first === undefined) return;
    const label = countOf(gathered.parts.length, "action");
    await (others.length === 0
      ? workspace.commit(changes, first.note)
      : workspace.commit(changes, { ...first.note, label }, gathered.parts));
  } finally {
    turn.release();
  }
}
