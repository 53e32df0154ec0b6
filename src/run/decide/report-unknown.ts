import type { Decision } from "../../model/policy.ts";
import { findUnknownConditions, type UnknownCondition } from "../../policy/unknown-conditions.ts";
import { shown } from "../../shared/shown.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunRecord } from "../state/run-context.ts";
import { previewFacts } from "./facts-of.ts";

/** Warns of conditions that could not be evaluated and mattered: once for each rule and condition of a run. */
export function reportUnknown(
  action: ActionRecord,
  decision: Decision,
  { policy, ledger }: Pick<RunRecord, "policy" | "ledger">,
): void {
  if (policy === undefined) return;
  for (const unknown of findUnknownConditions(policy, decision)) {
    const { rule, condition } = unknown;
    if (!ledger.isFirst(`condition-unknown ${rule.id} ${condition}`)) continue;
    const message = `${sentenceOf(unknown)} The first such action is ${nameOf(action)}.`;
    ledger.alert({ level: "warn", code: "condition-unknown", message, ...originOf(action) });
  }
}

function sentenceOf({
  rule: { id, place, verdict },
  kind,
  condition,
  fault,
}: UnknownCondition): string {
  const where = place === undefined ? "" : ` (${shown(place.path)}:${place.line})`;
  const stops = kind === "guard" && verdict !== "apply";
  const effect = stops ? "hits" : "does not match";
  const why =
    fault === undefined
      ? `its condition \`${condition}\` is on something that is not known`
      : `its \`${condition}\` cannot be evaluated: ${fault.replace(/[.!?]$/, "")}`;
  return `The ${kind} \`${shown(id)}\`${where} ${effect}, because ${why}.`;
}

function nameOf(action: ActionRecord): string {
  const [file] = previewFacts(action).files;
  const { id, label } = action.pending;
  return `${id}, ${shown(label)}${file === undefined ? "" : ` (${shown(file)})`}`;
}

function originOf({ origin: { recipe, step } }: ActionRecord) {
  return { recipe, step };
}
