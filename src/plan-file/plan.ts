import type { z } from "zod";
import type { DeepReadonly } from "../model/report/report.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { jsonText } from "../shared/json/json-text.ts";
import { sha256 } from "../shared/sha256.ts";
import { PLAN_FORMAT, PLAN_KIND } from "./plan-format.ts";
import type { planContentSchema, planSchema } from "./plan-schema.ts";

/** The content of a plan file: previews, decisions and the hashes they rest on. */
export type Plan = DeepReadonly<z.infer<typeof planSchema>>;

/** One action of a plan: as in a report, and with the edits of each file. */
export type PlannedAction = Plan["actions"][number];

/** The change of one file by an action of a plan. */
export type PlannedFile = PlannedAction["files"][number];

/** One recipe of a plan. */
export type PlannedRecipe = Plan["recipes"][number];

/** The content of a plan without what {@link makePlan} adds. */
export type PlanContent = Omit<
  DeepReadonly<z.infer<typeof planContentSchema>>,
  "kind" | "formatVersion"
>;

/** Makes a plan, with its digest. */
export function makePlan(content: PlanContent): Plan {
  const plan = { kind: PLAN_KIND, formatVersion: PLAN_FORMAT, ...content } as const;
  const { kind, formatVersion, ...rest } = plan;
  return { kind, formatVersion, digest: digestOfPlan(plan), ...rest };
}

/** Returns the text of a plan file. The same plan gives the same bytes. */
export function planText(plan: Plan): string {
  return `${jsonText(plan, 2)}\n`;
}

/** Returns the sha256 of a plan without `digest`. */
export function digestOfPlan(plan: object): string {
  return sha256(canonicalJson({ ...plan, digest: undefined }));
}
