import type { Diagnostic } from "../model/diagnostic.ts";
import type { PlanRequest } from "./request.ts";

/** Returns a person's reason without space around it; undefined if it is missing or blank (R23). */
export function tidyReason(reason: string | undefined): string | undefined {
  const tidy = reason?.trim() ?? "";
  return tidy === "" ? undefined : tidy;
}

/** Finds a blank reason, which is no consent to held actions, or one that nothing asks for without `only`. */
export function findReasonFault({ only, reason }: PlanRequest): Diagnostic | undefined {
  const fault = { code: "invalid-option", severity: "error" } as const;
  if (reason === undefined) return undefined;
  if (only === undefined)
    return {
      ...fault,
      message: "--reason needs --only.",
      hint: "Name the held actions: --only ID.",
    };
  if (tidyReason(reason) !== undefined) return undefined;
  return { ...fault, message: "The reason is blank.", hint: 'Use --reason "…".' };
}
