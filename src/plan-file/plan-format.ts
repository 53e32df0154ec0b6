/** The value of `kind` of a plan file, so that a report, or any other JSON, is never taken for a plan. */
export const PLAN_KIND = "sluice-plan";

/** The version of the format. The meaning of each key is in plan-schema.ts. */
export const PLAN_FORMAT = "1.0";
