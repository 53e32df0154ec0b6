import type { Colors } from "picocolors/types.js";
import type { ChangedAction, ComparedAction, Comparison } from "../../model/report/comparison.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";

/** The most lines of one list; JSON has all. */
const MOST_LINES = 200;

/** Yields a comparison for people: what is new, gone, decided differently, and other files; then the counts. */
export function* comparisonText(comparison: Comparison, colors: Colors): Generator<string, void> {
  const { before, after, counts, moves, files } = comparison;
  yield `${colors.dim("before:")} ${sideText(before)}\n${colors.dim("after:")}  ${sideText(after)}\n\n`;
  yield* listOf(
    "Decided differently",
    comparison.changed,
    (one) => changedText(one, colors),
    colors,
  );
  yield* listOf("New", comparison.new, (one) => colors.green(`+ ${actionText(one)}`), colors);
  yield* listOf("Gone", comparison.gone, (one) => colors.red(`- ${actionText(one)}`), colors);
  yield* listOf("Files whose change is another", files, fileText, colors);
  for (const { from, to, actions } of moves)
    yield `${countOf(actions, "action")}: ${from} → ${to}\n`;
  const { same, new: fresh, gone, changed, files: other } = counts;
  yield `${[`${same} the same`, `${changed} different`, `${fresh} new`, `${gone} gone`].join(", ")}; `;
  yield `${countOf(other, "file")} with another change.\n`;
}

function sideText({ kind, name, command, outcome, exitCode }: Comparison["before"]): string {
  const made = kind === "plan" ? "" : `, ${command}`;
  return terminalLine(`${kind} ${name}${made}: ${outcome} (exit code ${exitCode})`);
}

function* listOf<Item>(
  title: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
  colors: Colors,
): Generator<string, void> {
  if (items.length === 0) return;
  yield `${colors.bold(`${title} (${items.length})`)}\n`;
  for (const item of items.slice(0, MOST_LINES)) yield `  ${textOf(item)}\n`;
  const left = items.length - MOST_LINES;
  if (left > 0) yield `  ${left} more; --format json has them all.\n`;
  yield "\n";
}

function actionText(action: ComparedAction): string {
  return `${placeText(action)}  ${endText(action)}`;
}

/** Returns step, first file with its line, and the number of the others. */
export function placeText({
  recipe,
  step,
  label,
  files: [first, ...others],
  line,
}: ComparedAction) {
  const more = others.length === 0 ? "" : ` and ${countOf(others.length, "more file")}`;
  const place =
    first === undefined ? label : `${first}${line === undefined ? "" : `:${line}`}${more}`;
  return terminalLine(`${recipe} › ${step}: ${place}`);
}

/** Returns state, rule and reason. */
export function endText({ state, ruleId, reason }: ComparedAction): string {
  const rule = ruleId === undefined ? "" : ` [${ruleId}]`;
  return terminalLine(`${state}${rule}${reason === undefined ? "" : `: ${reason}`}`);
}

function changedText({ before, after, differs }: ChangedAction, colors: Colors): string {
  const change = differs.includes("change") ? " (another change)" : "";
  const id = colors.dim(after.id.slice(0, 12));
  return `~ ${placeText(after)}${change} ${id}\n      ${endText(before)}\n    → ${endText(after)}`;
}

function fileText({ path, before, after }: Comparison["files"][number]): string {
  return terminalLine(`${path}: ${netText(before)} → ${netText(after)}`);
}

/** Returns the sums of a net change: `+3 −1`. */
export function netText(net: Comparison["files"][number]["before"]): string {
  if (net === undefined) return "no change";
  const kind = net.preHash === null ? "new, " : net.postHash === null ? "deleted, " : "";
  return `${kind}+${net.additions} −${net.deletions}`;
}
