import type { Colors } from "picocolors/types.js";
import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { shorten } from "../../shared/shorten.ts";
import { fileWords } from "../file-words.ts";
import { prettyDiff } from "../pretty-diff.ts";
import { prettyTrace } from "../pretty-trace.ts";
import { actionStateText } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";
import type { Entry } from "./entry.ts";

/** The form of an entry. */
export interface EntryStyle {
  readonly hasDiffs: boolean;
  readonly verbose: boolean;
  readonly isPlain?: boolean | undefined;
}

/** Yields an entry, a diff at a time: its step, its diffs, its verdict with reason and rule. */
export function* entryPieces(
  { action, files, isNet }: Entry,
  { hasDiffs, verbose, isPlain }: EntryStyle,
  colors: Colors,
): Generator<string, void> {
  if (!isNet)
    yield `${colors.bold(terminalLine(`${action.recipe} › ${action.step}`))}  ${terminalLine(action.label)}\n`;
  if (hasDiffs) for (const { diff } of files) yield `${prettyDiff(diff, colors, isPlain)}\n`;
  if (isNet) yield "\n";
  else {
    const trace = verbose ? prettyTrace(action, colors) : [];
    yield [verdictText(action, colors), ...trace, "\n"].join("\n");
  }
}

/** Returns an action without its diff, so that it is not taken for another one of the same file and the same rule. */
export function stepAndVerdict(action: ActionReport, colors: Colors): string {
  const { recipe, step, label, id, files } = action;
  const [only, ...others] = files;
  const line = others.length === 0 ? only?.regions?.[0]?.before.startLine : undefined;
  const at = line === undefined ? "" : `, line ${line}`;
  return [
    `${colors.bold(terminalLine(`${recipe} › ${step}`))}  ${terminalLine(label)}${at}  ${colors.dim(terminalLine(id))}`,
    verdictText(withShortReason(action), colors),
    "",
  ].join("\n");
}

/** The most characters of a reason in a digest. */
const MOST_REASON = 300;

/** Returns an action whose reason is short: of one file, places are lines alone. */
function withShortReason(action: ActionReport): ActionReport {
  const { reason, facts } = action;
  if (reason === undefined) return action;
  const [path, ...others] = facts.files;
  const isOne = path !== undefined && others.length === 0;
  const text = isOne ? reason.replaceAll(`${path}:`, "line ") : reason;
  return { ...action, reason: shorten(text, MOST_REASON) };
}

/** Returns an action in one line: its state, files, reason and rule. */
export function verdictText(action: ActionReport, colors: Colors): string {
  const files = fileWords(action.facts).slice(0, 5).join(", ");
  const more = action.facts.fileCount > 5 ? ` and ${action.facts.fileCount - 5} more` : "";
  const rule =
    action.ruleId === undefined ? "" : ` ${colors.dim(`[rule ${terminalLine(action.ruleId)}]`)}`;
  const why = whyOf(action);
  const reason = why === undefined ? "" : ` — ${terminalLine(why)}`;
  const asked =
    action.modelReason === undefined ? "" : ` (the model: ${terminalLine(action.modelReason)})`;
  return `${actionStateText(action, colors)} ${terminalLine(files)}${more}${reason}${rule}${asked}`;
}
