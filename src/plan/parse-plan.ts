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
 * Reads the text of a plan file, which may come from an attacker. Distinguishes a text that is not a plan, a plan of another
 * format, a damaged one, one that was edited by hand, and one that asks for something that no plan may ask for.
 */
export function parsePlan(text: string, shownPath: string): ParsedPlan {
  const read = readPlanText(text, shownPath);
  return "plan" in read ? read : { diagnostics: diagnosticsOf(read, shownPath) };
}

/** The reasons to refuse a plan, all of one kind. */
interface Refusal {
  readonly code: DiagnosticCode;
  readonly messages: readonly string[];
  readonly hint: string;
}

function readPlanText(text: string, shownPath: string): { readonly plan: Plan } | Refusal {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    if (!beginsAsPlan(text)) return notAPlan(shownPath);
    return damaged([`The plan is damaged, or cut off: ${shown(messageOf(error))}.`]);
  }
  if (!isRecord(raw) || raw.kind !== PLAN_KIND) return notAPlan(shownPath);
  if (raw.formatVersion !== PLAN_FORMAT) return otherVersion(raw);
  const structure = structureFault(raw);
  if (structure !== undefined) return damaged([`The plan is damaged: ${structure}.`]);
  const parsed = planSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) return damaged(shapeMessages(parsed.error));
  if (digestOfPlan(raw) !== parsed.data.digest) return EDITED;
  const plan: Plan = parsed.data;
  const faults = findPlanFaults(plan);
  return faults.length === 0 ? { plan } : invalid(faults);
}

function notAPlan(shownPath: string): Refusal {
  return {
    code: "not-a-plan",
    messages: [`${shownPath} is not a plan: \`sluice plan\` did not write it.`],
    hint: "Make one with `sluice plan <recipe> -o FILE`.",
  };
}

function otherVersion({ formatVersion }: Readonly<Record<string, unknown>>): Refusal {
  const message =
    formatVersion === undefined
      ? "The plan does not say which version its format has."
      : `The plan has another version of the format: ${shown(String(JSON.stringify(formatVersion)))}.`;
  const hint = `This Sluice reads the format ${PLAN_FORMAT}. Make a new plan with it.`;
  return { code: "plan-version", messages: [message], hint };
}

function damaged(messages: readonly string[]): Refusal {
  return { code: "plan-damaged", messages, hint: "Copy the file again, or make a new plan." };
}

function shapeMessages({ issues }: z.ZodError): readonly string[] {
  const error = new z.ZodError(issues.slice(0, MAX_MESSAGES + 1));
  return shapeProblems(planSchema, error).map(
    (problem) => `The plan is damaged: ${shown(problem)}`,
  );
}

const EDITED: Refusal = {
  code: "plan-edited",
  messages: ["The plan was edited after it was made: its digest is not that of its content."],
  hint: "A plan is not for editing. Change the recipe or the policy, and make a new one.",
};

function invalid(faults: readonly string[]): Refusal {
  return {
    code: "plan-invalid",
    messages: faults.map((fault) => `The plan is not valid: ${fault}`),
    hint: "Sluice makes no such plan. Do not trust where it came from.",
  };
}

function diagnosticsOf(
  { code, messages, hint }: Refusal,
  shownPath: string,
): readonly Diagnostic[] {
  const reported =
    messages.length <= MAX_MESSAGES
      ? messages
      : [...messages.slice(0, MAX_MESSAGES), "There is more that is wrong with the plan."];
  return reported.map((message) => ({
    code,
    severity: "error",
    message,
    hint,
    path: shownPath,
  }));
}
