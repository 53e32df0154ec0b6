import type { Colors } from "picocolors/types.js";
import type { Flip, Replay } from "../../model/policy/replay.ts";
import { writtenVerdict } from "../../model/policy/verdict.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";
import { filesText, placeText } from "./action-text.ts";
import { valueText } from "./condition-lines.ts";

/** Returns which verdicts of stored plans a policy flips, for people. */
export function replayText(
  { policy, plans, beside, counts, flips, more }: Replay,
  colors: Colors,
): string {
  const actions = plans.reduce((sum, plan) => sum + plan.actions, 0);
  const all = flips.length + more;
  const ways = Object.entries(counts).map(([way, count]) => `${count} ${way}`);
  const listed = ways.length === 0 ? "" : `: ${ways.join(", ")}`;
  const among = `${countOf(actions, "action")} in ${countOf(plans.length, "plan")}`;
  const lines = [
    ...flips.flatMap((flip) => flipLines(flip, colors)),
    ...(more === 0 ? [] : [`and ${countOf(more, "more flip")}`]),
    `${countOf(all, "verdict")} of ${among} flip with ${terminalLine(policy)}${listed}`,
    ...(beside === 0
      ? []
      : [`${countOf(beside, "action")} left out: something beside the policy decided.`]),
  ];
  return `${lines.join("\n")}\n`;
}

function flipLines(
  { plan, action, files, from, to, cause, place }: Flip,
  colors: Colors,
): readonly string[] {
  const head = `${colors.bold(action)}  ${filesText({ files }, 1)}  ${colors.dim(terminalLine(plan))}`;
  const then = `${writtenVerdict(from)} (${terminalLine(from.ruleId)})`;
  const now = `${writtenVerdict(to)} (${terminalLine(to.ruleId)})${placeText(place)}`;
  const way = `    ${then} → ${now} — ${terminalLine(to.reason)}`;
  if (cause === undefined) return [head, way];
  const { ruleId, condition, outcome, wanted, found } = cause;
  const words =
    outcome === "holds" ? "holds" : outcome === "fails" ? "does not hold" : "is not known";
  const value = found === undefined ? "" : `, found ${valueText(found)}`;
  return [
    head,
    way,
    colors.dim(
      `    because of ${terminalLine(ruleId)}: ${condition}: ${valueText(wanted)} ${words}${value}`,
    ),
  ];
}
