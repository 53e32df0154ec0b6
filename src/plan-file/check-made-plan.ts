import type { z } from "zod";
import { shapeProblems } from "../shared/schema/shape.ts";
import { shown } from "../shared/shown.ts";
import { findPlanFaults } from "./check-plan.ts";
import type { Plan } from "./plan.ts";
import type { Pause } from "./plan-in-pieces.ts";
import {
  MAX_PLAN_ACTIONS,
  plannedActionSchema,
  plannedFileSchema,
  planSchema,
} from "./plan-schema.ts";

/** The findings about a plan that was just made. */
interface MadePlanCheck {
  /** Everything for which `apply` would refuse it later, as sentences. */
  readonly faults: readonly string[];
  /** The number of keys of all its objects. */
  readonly keys: number;
}

/**
 * Checks a plan as it is checked when it is read, part by part, so that it is never in memory as a whole. `pause` is
 * called after each part.
 */
export async function checkMadePlan(plan: Plan, pause: Pause): Promise<MadePlanCheck> {
  const faults: string[] = [];
  if (plan.actions.length > MAX_PLAN_ACTIONS)
    faults.push(`it has more than ${MAX_PLAN_ACTIONS} actions.`);
  let keys = 0;
  for (const [schema, part] of partsOf(plan)) {
    const parsed = schema.safeParse(part, { reportInput: true });
    if (parsed.error)
      faults.push(...shapeProblems(schema, parsed.error).map((each) => shown(each)));
    else keys += countKeys(parsed.data);
    await pause();
    if (faults.length > 0) break;
  }
  if (faults.length === 0) faults.push(...findPlanFaults(plan));
  return { faults: faults.map((fault) => `The plan is not valid: ${fault}`), keys };
}

/** Yields the parts of a plan. Each part lacks those that come after it. */
function* partsOf(plan: Plan): Generator<readonly [z.ZodType, object], void> {
  yield [planSchema, { ...plan, actions: [] }];
  for (const action of plan.actions) {
    yield [plannedActionSchema, { ...action, files: [] }];
    for (const file of action.files) yield [plannedFileSchema, file];
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, each) => sum + countKeys(each), own);
}
