import type { Colors } from "picocolors/types.js";
import type { Place } from "../../model/place.ts";
import type { ActionRow, ExplainedAction, ExplainedRule } from "../../model/policy/explanation.ts";
import { type WarnedVerdict, writtenVerdict } from "../../model/policy/verdict.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";
import { conditionLines, valueText } from "./condition-lines.ts";

/** Returns an action with its verdict, every guard and rule with each condition, and its facts. */
export function actionText(action: ExplainedAction, colors: Colors): string {
  const { id, label, rules, trace, facts } = action;
  const lines = [
    `${colors.bold(id)}  ${terminalLine(label)}`,
    `  ${filesText(action)}`,
    ...verdictLines(action),
    "",
    ...(rules === undefined
      ? trace.map((entry) => `  ${colors.dim(traceLine(entry))}`)
      : rules.flatMap((rule) => ruleLines(rule, colors))),
    "",
    "  facts",
    ...Object.entries(facts).map(
      ([name, value]) => `    ${terminalLine(name)}: ${valueText(value)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns the files of an action for one line. */
export function filesText({ files }: Pick<ActionRow, "files">, most = 3): string {
  if (files.length === 0) return "(it names no files)";
  const more = files.length > most ? ` and ${countOf(files.length - most, "more file")}` : "";
  return `${files.slice(0, most).map(terminalLine).join(", ")}${more}`;
}

/** Returns a place in parentheses, with a space in front; "" without a place. */
export function placeText(place: Place | undefined): string {
  return place === undefined ? "" : ` (${terminalLine(`${place.path}:${place.line}`)})`;
}

/** Returns how a person ended an action later. */
export function laterText({ verdict, reason, by }: NonNullable<ActionRow["later"]>): string {
  const run = by === null ? "" : ` in the run ${terminalLine(by)}`;
  return `later, a person: ${verdict}${run} — ${terminalLine(reason)}`;
}

/** Returns a verdict as a policy writes it; "" without one. */
export function wordOf({
  verdict,
  warned,
}: Pick<ExplainedRule, "verdict"> & Pick<WarnedVerdict, "warned">): string {
  return verdict === undefined ? "" : writtenVerdict({ verdict, warned });
}

/** Returns the lines about the recorded verdict, and about today's if it is another one. */
function verdictLines(action: ExplainedAction): readonly string[] {
  const { state, verdict, ruleId, reason, place, now, modelReason, later, approvals } = action;
  const by = ruleId === undefined ? "" : ` by ${terminalLine(ruleId)}${placeText(place)}`;
  const why = reason === undefined ? "" : ` — ${terminalLine(reason)}`;
  const isOther = now !== undefined && (wordOf(now) !== wordOf(action) || now.ruleId !== ruleId);
  const ofNow = isOther
    ? `  the policy by itself: ${wordOf(now)} by ${terminalLine(now.ruleId)} — ${terminalLine(now.reason)}`
    : "";
  const model = modelReason === undefined ? "" : `  the model: ${terminalLine(modelReason)}`;
  const person = later === undefined ? "" : `  ${laterText(later)}`;
  const people =
    approvals === undefined ? "" : `  approvals: ${terminalLine(JSON.stringify(approvals))}`;
  const words =
    verdict === undefined ? `${state}, without a policy` : `${wordOf(action)} (${state})`;
  return [`  ${words}${by}${why}`, ofNow, model, person, people].filter((line) => line !== "");
}

function ruleLines(rule: ExplainedRule, colors: Colors): readonly string[] {
  const { conditions } = rule;
  return [`  ${ruleHead(rule, colors)}`, ...conditionLines(conditions, "      ", colors)];
}

/** Returns a guard or a rule for one line: `rule small (sluice.policy.yaml:7): no`. */
export function ruleHead(rule: ExplainedRule, colors: Colors): string {
  const { kind, id, isHit, decides, place, isBuiltIn } = rule;
  const what = kind === "default" ? "default" : `${kind} ${colors.bold(terminalLine(id))}`;
  const origin = isBuiltIn ? " (built in)" : placeText(place);
  const outcome = decides
    ? `decides: ${wordOf(rule)}`
    : isHit
      ? `hits, too: ${wordOf(rule)}`
      : "no";
  return `${what}${colors.dim(origin)}: ${outcome.replace(/: $/, "")}`;
}

function traceLine({
  kind,
  id,
  hit,
  failed,
  found,
  unknown,
}: ExplainedAction["trace"][number]): string {
  const why =
    failed === undefined
      ? ""
      : `: ${failed} did not hold${found === undefined ? "" : `, found ${valueText(found)}`}`;
  const open = unknown === undefined ? "" : ` (not known: ${unknown.join(", ")})`;
  return `${kind} ${terminalLine(id)}: ${hit ? "hit" : `no${why}`}${open}`;
}
