import type { Colors } from "picocolors/types.js";
import { isQuiet } from "../model/alert.ts";
import type { Report } from "../model/report/report.ts";
import { totalsRows } from "../model/report/totals.ts";
import { isDryRun } from "../model/run-kind.ts";
import { countOf } from "../shared/count-of.ts";
import { shorten } from "../shared/shorten.ts";
import { terminalLine } from "./terminal-text.ts";
import { sinceWords } from "./trust/base-words.ts";

/** The most UTF-16 code units of a request that a line shows. */
const LONGEST = 60;

/** Returns the closing table: every action and every replacement is in exactly one row, so that the sums add up. */
export function prettyTotals(report: Report, colors: Colors): string {
  const { totals, run, outcome, exitCode, selection } = report;
  const isDry = isDryRun(run.command);
  const shownRows = totalsRows(totals, { isDryRun: isDry }).filter(
    ({ actions = 0, replacements }) => actions + replacements > 0,
  );
  const line = (label: string, actions: string, replacements: string) =>
    `  ${label.padEnd(12)}${actions.padStart(9)}${replacements.padStart(14)}`;
  const table = [
    colors.dim(line("", "actions", "replacements")),
    ...shownRows.map(({ label, actions, replacements }) =>
      line(label, String(actions ?? "–"), String(replacements)),
    ),
    colors.bold(line("total", String(totals.actions), String(totals.ledger.found))),
  ];
  const searched = `${countOf(totals.filesSearched, "file")} searched`;
  const skipped = totals.filesSkipped > 0 ? `, ${totals.filesSkipped} skipped` : "";
  const tells = report.steps.some(({ found }) => found !== undefined);
  const changes = isIdle(report)
    ? tells
      ? ""
      : "Nothing to do. "
    : `${changedText(totals, { isDry })}, `;
  return [
    ...(totals.actions > 0 ? table : []),
    ...(totals.warned === undefined ? [] : [colors.yellow(warnedText(totals.warned))]),
    ...(selection === undefined ? [] : [prettySelection(selection)]),
    `${changes}${searched}${skipped}. Outcome: ${outcome} (exit code ${exitCode}).`,
  ].join("\n");
}

function warnedText(warned: number): string {
  return `  ${countOf(warned, "action is", "actions are")} applied with a warning`;
}

/** True if the steps found nothing, and there is nothing else to tell. */
function isIdle({ totals, outcome, alerts, calls, transcripts }: Report): boolean {
  const isSilent = alerts.every(isQuiet) && calls.length + transcripts.length === 0;
  return outcome === "ok" && totals.actions + totals.ledger.found === 0 && isSilent;
}

function changedText(
  { filesChanged, filesMatched, pending }: Report["totals"],
  { isDry }: { readonly isDry: boolean },
): string {
  if (pending > 0) return `${countOf(filesMatched, "file")} would change if all is accepted`;
  return `${countOf(filesChanged, "file")} ${isDry ? "would change" : "changed"}`;
}

/** Returns the line that says to which files a run was limited, by its options. */
function prettySelection(selection: NonNullable<Report["selection"]>): string {
  const { fileCount, files, filesFrom, since, staged, changedLines, paths, exclude, shard } =
    selection;
  const words = [
    ...(files === undefined ? [] : [listOf("--files", files)]),
    ...(filesFrom === undefined ? [] : [`--files-from ${wordOf(filesFrom)}`]),
    ...(since === undefined
      ? []
      : [
          `--since ${wordOf(since.ref)} (${terminalLine(since.commit.slice(0, 10))}${sinceWords(since.from)})`,
        ]),
    ...(staged ? ["--staged"] : []),
    ...(changedLines ? ["--changed-lines"] : []),
    ...(paths === undefined ? [] : [listOf("--paths", paths)]),
    ...(exclude === undefined ? [] : [listOf("--exclude", exclude)]),
    ...(shard === undefined ? [] : [`--shard ${shard.index}/${shard.total}`]),
  ];
  const others = shard === undefined ? "" : ` ${OTHERS}`;
  const by = words.length === 0 ? "" : `: ${words.join(", ")}`; // A merge has the files of its shards.
  return `Limited to ${countOf(fileCount, "file")}${by}.${others}`;
}

const OTHERS = "The policy decides when `merge` has the plans of all shards.";

/** Names one, and counts the others. */
function listOf(option: string, [first, ...others]: readonly string[]): string {
  if (first === undefined) return `${option} with no name`;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${option} ${wordOf(first)}${more}`;
}

function wordOf(word: string): string {
  return terminalLine(shorten(word, LONGEST));
}
