import type { JointWrite } from "../../model/action/action-preview.ts";
import { isByLimit } from "../../policy/run-limits.ts";
import { checksOf } from "../checks/checks-of.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { ActionOutcome } from "../state/action-outcome.ts";
import type { RunContext } from "../state/run-context.ts";
import { type Judgement, judgeAction } from "./judge-action.ts";

/** The judgements of the actions that wait, each made once. */
export class Judgements {
  readonly #context: RunContext;
  /** Undefined: it has ended. */
  readonly #waiting: (ActionRecord | undefined)[];
  readonly #places: Map<ActionRecord, number>;
  /** The actions that share a write, until they are judged. */
  readonly #byJoint = new Map<JointWrite, ActionRecord[]>();
  /** Judgements that stand: of actions that are written with others. */
  readonly #settled = new Map<ActionRecord, Judgement>();
  /** The joint writes of which an action was applied: with it all that were accepted. */
  readonly #written = new Set<JointWrite>();
  /** Judgements that count as long as the run goes on. */
  readonly #early = new Map<ActionRecord, Judgement>();

  /** `waiting` has the actions in the order in which they are resolved. */
  constructor(waiting: readonly ActionRecord[], context: RunContext) {
    this.#context = context;
    this.#waiting = [...waiting];
    this.#places = new Map(waiting.map((action, index) => [action, index]));
    for (const action of waiting) {
      const joint = jointOf(action);
      const known = joint && this.#byJoint.get(joint);
      if (known) known.push(action);
      else if (joint) this.#byJoint.set(joint, [action]);
    }
  }

  /** Yields an action and those after it, in order; only the action if it was queued later. */
  *from(action: ActionRecord): Generator<ActionRecord> {
    const place = this.#places.get(action);
    if (place === undefined) yield action;
    else
      for (let index = place; index < this.#waiting.length; index += 1) {
        const one = this.#waiting[index];
        if (one !== undefined) yield one;
      }
  }

  /**
   * Returns the judgement of an action. Those that share a write are judged before the first of them is resolved, which
   * writes all that are accepted. A run that is to end judges again what is not written, and so does an action that did
   * not fit into a limit: one before it may have failed since.
   */
  async of(action: ActionRecord): Promise<Judgement> {
    const joint = jointOf(action);
    if (joint && this.#byJoint.has(joint)) await this.#judgeJointly(joint);
    const { isEnding, ended } = this.#context.world.stop;
    const isOpen = ended !== undefined && joint !== undefined && !this.#written.has(joint);
    const settled = isOpen ? undefined : this.#settled.get(action);
    const known = settled ?? (isEnding ? undefined : this.#early.get(action));
    if (known !== undefined && !isLimited(known)) return known;
    this.#settled.delete(action);
    const judgement = await judgeAction(action, this.#context);
    this.#early.set(action, judgement);
    return judgement;
  }

  /** Notes that an action is written: its judgement stands. */
  settle(action: ActionRecord): void {
    const judgement = this.#early.get(action);
    if (judgement !== undefined) this.#settled.set(action, judgement);
  }

  /** Drops what is known of an action that has its outcome: of many actions it is much memory. */
  end(action: ActionRecord, { report: { state } }: Pick<ActionOutcome, "report">): void {
    const joint = jointOf(action);
    if (joint && state === "applied") this.#written.add(joint);
    const place = this.#places.get(action);
    if (place !== undefined) this.#waiting[place] = undefined;
    for (const known of [this.#places, this.#settled, this.#early]) known.delete(action);
  }

  async #judgeJointly(joint: JointWrite): Promise<void> {
    const accepted: ActionRecord[] = [];
    const together = this.#byJoint.get(joint) ?? [];
    this.#byJoint.delete(joint);
    for (const one of together) {
      const judgement = await judgeAction(one, this.#context);
      this.#settled.set(one, judgement);
      const { decision } = judgement;
      // An action that a check proves by itself is written by itself.
      const isAlone = checksOf(this.#context.record.policy, decision?.ruleId, "action").length > 0;
      if (!isAlone && (decision === undefined || decision.verdict === "apply")) accepted.push(one);
    }
    joint.accept(
      accepted.flatMap(({ preview }) => (preview.kind === "files" ? preview.changes : [])),
    );
  }
}

function jointOf({ preview }: ActionRecord): JointWrite | undefined {
  return preview.kind === "files" ? preview.joint : undefined;
}

function isLimited({ decision }: Judgement): boolean {
  return decision !== undefined && isByLimit(decision);
}
