/** The value of `kind` of a plan file, so that a report, or any other JSON, is never taken for a plan. */
export const PLAN_KIND = "sluice-plan";

/** The version of the format. The meaning of each key is in plan-schema.ts. */
export const PLAN_FORMAT = "1.0";

/** The most files of all actions: far more than a person can review. */
export const MAX_PLAN_FILES = 1_000_000;
