import type { Colors } from "picocolors/types.js";
import type { ActionRow, Explanation, FileFinding } from "../../model/policy/explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";
import { actionText, filesText, laterText, placeText } from "./action-text.ts";
import { valueText } from "./condition-lines.ts";
import { whyNotText } from "./why-not-text.ts";

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
  const { kind, name, command } = record;
  const what = kind === "plan" ? kind : `${kind} of \`${command}\``;
  const source = policy.source === undefined ? "none" : terminalLine(policy.source);
  const lines = [
    `${colors.bold(terminalLine(name))}  ${what}: ${numbers.length === 0 ? "no actions" : numbers.join(", ")}`,
    `policy: ${source}${policy.status === "same" ? ", the one that decided" : ""}`,
    ...(policy.note === undefined ? [] : [colors.yellow(terminalLine(policy.note))]),
  ];
  return `${lines.join("\n")}\n`;
}

function tableText(table: readonly ActionRow[], colors: Colors): string {
  return table.map((row) => `${rowLines(row, colors).join("\n")}\n`).join("");
}

function rowLines(row: ActionRow, colors: Colors): readonly string[] {
  const { id, state, verdict = "none", ruleId = "", reason, nearMiss, later } = row;
  const failed = state === "failed" ? ", failed" : "";
  const head = `${colors.bold(id)}  ${verdict.padEnd(7)}  ${terminalLine(ruleId)}${failed}  ${filesText(row, 1)}`;
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
