import type { Colors } from "picocolors/types.js";
import type {
  ConditionOutcome,
  ExplainedCondition,
  ExplainedConditions,
} from "../../model/policy/explanation.ts";
import { NO, YES } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";

/** The longest value that is shown. */
const MOST_CHARACTERS = 160;

/** Returns a value for one line: as JSON, cut, and harmless in a terminal. */
export function valueText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return terminalLine(short);
}

/** Returns a condition with what was wanted, and what was found: `maxFiles: 2 — found 3`. */
function conditionText({ name, wanted, outcome, found, value, parts }: ExplainedCondition): string {
  const isTree = parts !== undefined && ["any", "all", "not"].includes(name);
  const head = isTree ? terminalLine(name) : `${terminalLine(name)}: ${valueText(wanted)}`;
  if (isTree) return head;
  const compared = isEmptyList(value) ? "nothing" : valueText(found ?? value);
  if (outcome === "unknown")
    return `${head} — not known${found === undefined ? "" : `: ${valueText(found)}`}`;
  if (name === "percent") return `${head} — in the ${ordinal(Number(found))} percent`;
  if (name === "expr")
    return `${head} — ${compared}${value === undefined ? "" : ` with ${factsText(value)}`}`;
  return found === undefined && value === undefined ? head : `${head} — found ${compared}`;
}

/** `37` → `37th`. */
function ordinal(count: number): string {
  const last = Math.floor(count / 10) % 10 === 1 ? 0 : count % 10;
  return `${count}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}

/** `{ additions: 3 }` → `additions 3`. */
function factsText(value: unknown): string {
  const named = Object.entries(value ?? {}).map(([name, fact]) => `${name} ${valueText(fact)}`);
  return named.join(", ");
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns conditions as a tree, one a line. */
export function conditionLines(
  conditions: readonly ExplainedCondition[],
  indent: string,
  colors: Colors,
): readonly string[] {
  return conditions.flatMap((condition) => {
    const { name, outcome, parts = [] } = condition;
    const line = `${indent}${mark(outcome, colors)} ${conditionText(condition)}`;
    const isList = name === "any" || name === "all";
    const inner = parts.flatMap((part, index) =>
      isList
        ? groupLines(part, index, `${indent}  `, colors)
        : conditionLines(part.conditions, `${indent}  `, colors),
    );
    return [line, ...inner];
  });
}

function groupLines(
  { outcome, conditions }: ExplainedConditions,
  index: number,
  indent: string,
  colors: Colors,
): readonly string[] {
  const head = `${indent}${mark(outcome, colors)} ${index + 1}.`;
  return [head, ...conditionLines(conditions, `${indent}  `, colors)];
}

function mark(outcome: ConditionOutcome, colors: Colors): string {
  if (outcome === "holds") return colors.green(YES);
  return outcome === "fails" ? colors.red(NO) : colors.yellow("?");
}
