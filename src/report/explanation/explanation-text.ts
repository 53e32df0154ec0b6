import type { Colors } from "picocolors/types.js";
import type {
  ActionRow,
  ExplainedAction,
  Explanation,
  FileFinding,
  WayToApply,
} from "../../model/policy/explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { minuteText } from "../../shared/time/instant-text.ts";
import { terminalLine } from "../terminal-text.ts";
import { actionText, filesText, laterText, placeText, ruleHead, wordOf } from "./action-text.ts";
import { conditionLines, valueText } from "./condition-lines.ts";

/** The most rules that are shown with their conditions. */
const MOST_WAYS = 5;

/** The form of an explanation. */
interface ExplanationStyle {
  /** Only what stands between an action and an apply. */
  readonly isWhyNot: boolean;
}

/** Returns an explanation for people. */
export function explanationText(
  explanation: Explanation,
  { isWhyNot }: ExplanationStyle,
  colors: Colors,
): string {
  const { actions, table, file, more } = explanation;
  const parts = [
    headText(explanation, colors),
    ...(actions ?? []).map((action) =>
      isWhyNot ? whyNotText(action, colors) : actionText(action, colors),
    ),
    ...(table === undefined ? [] : [tableText(table, colors)]),
    ...(file === undefined ? [] : [fileText(file, colors)]),
    ...(more === 0 ? [] : [`${countOf(more, "more action")}. Name an action or a path.\n`]),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function headText({ record, policy, counts }: Explanation, colors: Colors): string {
  const numbers = Object.entries(counts).map(
    ([verdict, count]) => `${count} ${verdict === "none" ? "without a verdict" : verdict}`,
  );
  const { kind, name, command, startedAt, recipes = [] } = record;
  const of = recipes.length === 0 ? "" : `of ${terminalLine(recipes.join(", "))}`;
  const made = [startedAt === undefined ? "" : minuteText(Date.parse(startedAt)), of];
  const isKnown = made.some((part) => part !== "");
  const what = kind === "plan" ? kind : `${kind} of \`${command}\``;
  const source = policy.source === undefined ? "none" : terminalLine(policy.source);
  const lines = [
    `${colors.bold(terminalLine(name))}  ${what}: ${numbers.length === 0 ? "no actions" : numbers.join(", ")}`,
    ...(isKnown ? [`made: ${made.filter((part) => part !== "").join(", ")}`] : []),
    `policy: ${source}${policy.status === "same" ? ", the one that decided" : ""}`,
    ...(policy.note === undefined ? [] : [colors.yellow(terminalLine(policy.note))]),
  ];
  return `${lines.join("\n")}\n`;
}

function tableText(table: readonly ActionRow[], colors: Colors): string {
  return table.map((row) => `${rowLines(row, colors).join("\n")}\n`).join("");
}

function rowLines(row: ActionRow, colors: Colors): readonly string[] {
  const { id, state, ruleId = "", reason, nearMiss, later } = row;
  const failed = state === "failed" ? ", failed" : "";
  const verdict = (wordOf(row) || "none").padEnd(7);
  const head = `${colors.bold(id)}  ${verdict}  ${terminalLine(ruleId)}${failed}  ${filesText(row, 1)}`;
  const why = [
    ...(reason === undefined ? [] : [`    ${terminalLine(reason)}`]),
    ...(later === undefined ? [] : [`    ${laterText(later)}`]),
  ];
  if (nearMiss === undefined) return [head, ...why];
  const { ruleId: near, place, condition, wanted, found, failing } = nearMiss;
  const value = found === undefined ? "" : ` — found ${valueText(found)}`;
  const others = failing === 1 ? "" : `, and ${countOf(failing - 1, "more condition")}`;
  const rule = `nearest: rule ${terminalLine(near)}${placeText(place)}`;
  const miss = `${condition}: ${valueText(wanted)}${value}${others}`;
  return [head, ...why, colors.dim(`    ${rule}: ${miss}`)];
}

function fileText(
  { path, line, findings }: NonNullable<Explanation["file"]>,
  colors: Colors,
): string {
  const name = line === undefined ? path : `${path}:${line}`;
  const none = "Nothing tells why: neither the record nor the recipes name a step for it.";
  const lines = [
    `${colors.bold(terminalLine(name))}  no action`,
    ...(findings.length === 0 ? [`  ${none}`] : findings.map(findingLine)),
  ];
  return `${lines.join("\n")}\n`;
}

function findingLine({ recipe, step, message, from }: FileFinding): string {
  const where = [recipe, step]
    .flatMap((part) => (part === undefined ? [] : [terminalLine(part)]))
    .join(" › ");
  const origin = from === "now" ? " (found out now)" : "";
  return `  ${where === "" ? "" : `${where}: `}${terminalLine(message)}${origin}`;
}

/** Returns only what stands between an action and an apply. */
function whyNotText(action: ExplainedAction, colors: Colors): string {
  const { id, state, whyNot, trace, rules, now, later } = action;
  const { isApplied, beside, guards, rule, ways } = whyNot;
  const head = `${colors.bold(id)}  ${filesText(action)}`;
  if (later?.verdict === "apply") return `${head}\n  Nothing stands between: ${laterText(later)}\n`;
  if (isApplied && (now === undefined || now.verdict === "apply"))
    return `${head}\n  Nothing stands between: it is ${state}.\n`;
  const more =
    ways.length > MOST_WAYS ? [`  and ${countOf(ways.length - MOST_WAYS, "more rule")}`] : [];
  const lines = [
    `${head}: ${state}`,
    ...(isApplied ? ["  The policy at hand would not apply it:"] : []),
    ...(later === undefined ? [] : [`  ${laterText(later)}`]),
    ...(beside === undefined ? thenLines(action) : [`  beside the policy: ${besideText(beside)}`]),
    ...guards.flatMap((guard) => [
      `  ${ruleHead(guard, colors)}`,
      ...conditionLines(guard.conditions, "      ", colors),
    ]),
    ...(rule === undefined
      ? []
      : [`  ${ruleHead(rule, colors)}`, ...conditionLines(rule.conditions, "      ", colors)]),
    ...ways.slice(0, MOST_WAYS).flatMap((way) => wayLines(way, colors)),
    ...more,
    ...(now !== undefined && now.verdict !== "apply" && ways.length + guards.length === 0 && !beside
      ? ["  No other rule of the policy applies anything."]
      : []),
    ...(rules === undefined && trace.length > 0
      ? ["  Which rules apply cannot be said without their policy."]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns the decision that was recorded, if the policy at hand would make another one or is missing. */
function thenLines(action: ExplainedAction): readonly string[] {
  const { verdict, ruleId, reason, now } = action;
  const isSame = now !== undefined && wordOf(now) === wordOf(action) && now.ruleId === ruleId;
  if (isSame || verdict === undefined) return [];
  const by = ruleId === undefined ? "" : ` by ${terminalLine(ruleId)}`;
  return [
    `  decided then: ${wordOf(action)}${by}${reason === undefined ? "" : ` — ${terminalLine(reason)}`}`,
  ];
}

function besideText({
  ruleId,
  reason,
}: {
  readonly ruleId?: string;
  readonly reason: string;
}): string {
  return `${terminalLine(reason)}${ruleId === undefined ? "" : ` [${terminalLine(ruleId)}]`}`;
}

function wayLines({ rule, failing }: WayToApply, colors: Colors): readonly string[] {
  const { kind, id, place, conditions } = rule;
  const name = `${kind} ${colors.bold(terminalLine(id))}${colors.dim(placeText(place))}`;
  if (failing.length === 0)
    return [`  ${name} would apply it, and comes after the one that decided`];
  const which = `${failing.length} of ${countOf(conditions.length, "condition")}`;
  const verb = failing.length === 1 ? "does not hold" : "do not hold";
  return [
    `  ${name} would apply it, but ${which} ${verb}:`,
    ...conditionLines(failing, "      ", colors),
  ];
}
