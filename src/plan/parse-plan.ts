import { z } from "zod";
import type { Diagnostic, DiagnosticCode } from "../model/diagnostic.ts";
import { isRecord } from "../shared/is-record.ts";
import { messageOf } from "../shared/message-of.ts";
import { shapeProblems } from "../shared/shape.ts";
import { shown } from "../shared/shown.ts";
import { structureFault } from "../shared/structure-fault.ts";
import { findPlanFaults } from "./check-plan.ts";
import { digestOfPlan, type Plan } from "./plan.ts";
import { PLAN_FORMAT, PLAN_KIND, planSchema } from "./plan-schema.ts";

/** A plan, or everything that is wrong with its text. */
export type ParsedPlan = { readonly plan: Plan } | { readonly diagnostics: readonly Diagnostic[] };

/** More of them help nobody. */
const MAX_MESSAGES = 20;

const BEGINNING = new RegExp(`^\\s*\\{\\s*"kind"\\s*:\\s*"${PLAN_KIND}"`);

/** Whether a text begins as a plan file does. */
export function beginsAsPlan(text: string): boolean {
  return BEGINNING.test(text);
}

/**
 * Reads the text of a plan file, which anybody may have written. Told apart are what is no plan, a plan of
 * another format, a damaged one, one that was edited by hand, and one that asks for what no plan may.
 */
export function parsePlan(text: string, shownPath: string): ParsedPlan {
  const refuse = (code: DiagnosticCode, messages: readonly string[], hint: string): ParsedPlan => ({
    diagnostics: capped(messages).map((message) => ({
      ...{ code, severity: "error", message, hint, path: shownPath },
    })),
  });
  const damaged = (messages: readonly string[]) =>
    refuse("plan-damaged", messages, "Copy the file again, or make a new plan.");
  const noPlan = () =>
    refuse(
      "not-a-plan",
      [`${shownPath} is not a plan: \`sluice plan\` did not write it.`],
      "Make one with `sluice plan <recipe> -o FILE`.",
    );
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    if (!beginsAsPlan(text)) return noPlan();
    return damaged([`The plan is damaged, or cut off: ${shown(messageOf(error))}.`]);
  }
  if (!isRecord(raw) || raw.kind !== PLAN_KIND) return noPlan();
  if (raw.formatVersion !== PLAN_FORMAT) return refuse("plan-version", [otherVersion(raw)], REMAKE);
  const structure = structureFault(raw);
  if (structure !== undefined) return damaged([`The plan is damaged: ${structure}.`]);
  const parsed = planSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) {
    const error = new z.ZodError(parsed.error.issues.slice(0, MAX_MESSAGES + 1));
    return damaged(
      shapeProblems(planSchema, error).map((problem) => `The plan is damaged: ${shown(problem)}`),
    );
  }
  const plan: Plan = parsed.data;
  if (digestOfPlan(raw) !== plan.digest)
    return refuse(
      "plan-edited",
      ["The plan was edited after it was made: its digest is not that of its content."],
      "A plan is not for editing. Change the recipe or the policy, and make a new one.",
    );
  const faults = findPlanFaults(plan);
  if (faults.length === 0) return { plan };
  const messages = faults.map((fault) => `The plan is not valid: ${fault}`);
  return refuse(
    "plan-invalid",
    messages,
    "Sluice makes no such plan. Do not trust where it came from.",
  );
}

const REMAKE = `This Sluice reads the format ${PLAN_FORMAT}. Make a new plan with it.`;

function otherVersion({ formatVersion }: Readonly<Record<string, unknown>>): string {
  return formatVersion === undefined
    ? "The plan does not say which version its format has."
    : `The plan has another version of the format: ${shown(String(JSON.stringify(formatVersion)))}.`;
}

function capped(messages: readonly string[]): readonly string[] {
  if (messages.length <= MAX_MESSAGES) return messages;
  return [...messages.slice(0, MAX_MESSAGES), "There is more that is wrong with the plan."];
}
