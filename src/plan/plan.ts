import type { z } from "zod";
import { canonicalJson } from "../shared/canonical-json.ts";
import { sha256 } from "../shared/sha256.ts";
import { PLAN_FORMAT, PLAN_KIND, type planContentSchema, type planSchema } from "./plan-schema.ts";

/** Previews, decisions and the hashes they rest on, as a plan file holds them. */
export type Plan = DeepReadonly<z.infer<typeof planSchema>>;

/** One action of a plan: as in a report, and with the edits of each file. */
export type PlannedAction = Plan["actions"][number];

/** What an action of a plan does to one file. */
export type PlannedFile = PlannedAction["files"][number];

/** One recipe that a plan was made of. */
export type PlannedRecipe = Plan["recipes"][number];

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** What a plan is made of. */
export type PlanContent = Omit<
  DeepReadonly<z.infer<typeof planContentSchema>>,
  "kind" | "formatVersion"
>;

/** The plan of a dry run, with its digest. */
export function makePlan(content: PlanContent): Plan {
  const plan = { kind: PLAN_KIND, formatVersion: PLAN_FORMAT, ...content } as const;
  const { kind, formatVersion, ...rest } = plan;
  return { kind, formatVersion, digest: digestOfPlan(plan), ...rest };
}

/** The text of a plan file: the same plan, the same bytes. */
export function planText(plan: Plan): string {
  return `${JSON.stringify(plan, null, 2)}\n`;
}

/** sha256 over everything in a plan but `digest` itself. */
export function digestOfPlan(plan: object): string {
  return sha256(canonicalJson({ ...plan, digest: undefined }));
}
