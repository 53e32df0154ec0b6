import type { PageStepWhy } from "../../model/page/page-data.ts";
import type { StepWhy } from "../../model/report/report.ts";
import { bounded, PAGE_LIMITS } from "./bounds.ts";

/** Returns what a step found, with the first of its ops. */
export function pageStepWhy({ ops, ...step }: StepWhy): PageStepWhy {
  return { ...step, ops: bounded(ops, PAGE_LIMITS.inner) };
}
