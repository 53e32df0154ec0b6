import { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DiagnosticCode } from "../model/diagnostic-code.ts";
import { isRecord } from "../shared/is-record.ts";
import { findKeyFaults } from "../shared/json/find-key-faults.ts";
import { messageOf } from "../shared/message-of.ts";
import { shapeProblems } from "../shared/schema/shape.ts";
import { shown } from "../shared/shown.ts";
import { structureFault } from "../shared/yaml/structure-fault.ts";
import { findPlanFaults } from "./check-plan.ts";
import { findSizeFault } from "./find-size-fault.ts";
import { digestOfPlan, type Plan } from "./plan.ts";
import { PLAN_FORMAT, PLAN_KIND } from "./plan-format.ts";
import { planSchema } from "./plan-schema.ts";

/** A plan, or the faults of its text. */
export type ParsedPlan = { readonly plan: Plan } | { readonly diagnostics: readonly Diagnostic[] };

/** The most faults that are reported. */
const MAX_PROBLEMS = 20;

const BEGINNING = new RegExp(`^\\s*\\{\\s*"kind"\\s*:\\s*"${PLAN_KIND}"`);

/** True if a text begins like a plan file. */
export function beginsAsPlan(text: string): boolean {
  return BEGINNING.test(text);
}

/**
 * Parses the text of a plan file, which may come from an attacker. Distinguishes, in this order, a text that is not a
 * plan, a plan of another format, a damaged one, one that was edited by hand, and one that no Sluice makes.
 */
export function parsePlan(text: string, shownPath: string): ParsedPlan {
  const read = readPlanText(text, shownPath);
  return "plan" in read ? read : { diagnostics: diagnosticsOf(read, shownPath) };
}

/** The reasons to refuse a plan, all of one kind. */
interface Refusal {
  readonly code: DiagnosticCode;
  readonly problems: readonly Problem[];
  readonly hint: string;
}

type Problem = Pick<Diagnostic, "message" | "line" | "column">;

function readPlanText(text: string, shownPath: string): { readonly plan: Plan } | Refusal {
  const sizeFault = findSizeFault(text);
  if (sizeFault !== undefined)
    return beginsAsPlan(text)
      ? damaged([`The plan is damaged: ${sizeFault}.`])
      : notAPlan(shownPath);
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
  const keyFaults = findKeyFaults(text, MAX_PROBLEMS + 1);
  if (keyFaults.length > 0) return invalid(keyFaults);
  const parsed = planSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) return damaged(shapeMessages(parsed.error));
  if (digestOfPlan(raw) !== parsed.data.digest) return EDITED;
  const plan: Plan = parsed.data;
  const faults = findPlanFaults(plan);
  return faults.length === 0 ? { plan } : invalid(faults.map((fault) => ({ fault })));
}

function notAPlan(shownPath: string): Refusal {
  return {
    code: "not-a-plan",
    problems: [{ message: `${shownPath} is not a plan: \`sluice plan\` did not write it.` }],
    hint: "Make one with `sluice plan <recipe> -o FILE`.",
  };
}

function otherVersion({ formatVersion }: Readonly<Record<string, unknown>>): Refusal {
  const message =
    formatVersion === undefined
      ? "The plan does not say which version its format has."
      : `The plan has another version of the format: ${shown(String(JSON.stringify(formatVersion)))}.`;
  const hint = `This Sluice reads the format ${PLAN_FORMAT}. Make a new plan with it.`;
  return { code: "plan-version", problems: [{ message }], hint };
}

function damaged(messages: readonly string[]): Refusal {
  const problems = messages.map((message) => ({ message }));
  return { code: "plan-damaged", problems, hint: "Copy the file again, or make a new plan." };
}

function shapeMessages({ issues }: z.ZodError): readonly string[] {
  const error = new z.ZodError(issues.slice(0, MAX_PROBLEMS + 1));
  return shapeProblems(planSchema, error).map(
    (problem) => `The plan is damaged: ${shown(problem)}`,
  );
}

const EDITED: Refusal = {
  code: "plan-edited",
  problems: [
    { message: "The plan was edited after it was made: its digest is not that of its content." },
  ],
  hint: "A plan is not for editing. Change the recipe or the policy, and make a new one.",
};

function invalid(
  faults: readonly (Omit<Problem, "message"> & { readonly fault: string })[],
): Refusal {
  return {
    code: "plan-invalid",
    problems: faults.map(({ fault, ...place }) => ({
      message: `The plan is not valid: ${fault}`,
      ...place,
    })),
    hint: "Sluice makes no such plan. Do not trust where it came from.",
  };
}

function diagnosticsOf(
  { code, problems, hint }: Refusal,
  shownPath: string,
): readonly Diagnostic[] {
  const reported: readonly Problem[] =
    problems.length <= MAX_PROBLEMS
      ? problems
      : [...problems.slice(0, MAX_PROBLEMS), { message: "The plan has more faults." }];
  return reported.map((problem) => ({
    code,
    severity: "error",
    hint,
    path: shownPath,
    ...problem,
  }));
}
