import { checkOutcome } from "../../model/report/check-outcome.ts";
import type {
  CheckRunReport,
  CommitReport,
  DecisionReport,
  PullReport,
  Report,
  StepReport,
} from "../../model/report/report.ts";
import { totalsRows } from "../../model/report/totals.ts";
import { countOf } from "../../shared/count-of.ts";
import { isPlainAddress } from "../../shared/http/plain-address.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { shorten } from "../../shared/shorten.ts";
import { markdownText } from "../markdown-text.ts";
import { leftoverWords } from "../verified-words.ts";

/** The most characters of one cell, or of one item of a list. */
const CELL_LENGTH = 400;
/** The most ids of one item. */
const MOST_IDS = 3;

/** Returns the cell of a table, or the text of an item: one line, cut if it is too long. */
export function cell(text: string): string {
  return markdownText(shorten(text, CELL_LENGTH));
}

/** Returns an item of a list, with its kind in bold. */
export function item(kind: string, message: string): string {
  return `- **${kind}** ${cell(message)}`;
}

/** Returns the table of totals, and how many files were searched. Empty if there is no action. */
export function totalsTable(
  totals: Report["totals"],
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  if (totals.actions === 0) return "";
  const verb = isDryRun ? "would change" : "changed";
  return [
    "| | Actions | Replacements |",
    "| --- | ---: | ---: |",
    ...totalsRows(totals, { isDryRun }).map(
      ({ label, actions, replacements }) => `| ${label} | ${actions ?? "–"} | ${replacements} |`,
    ),
    "",
    `${countOf(totals.filesChanged, "file")} ${verb}, ${countOf(totals.filesSearched, "file")} searched.`,
  ].join("\n");
}

/** Returns an item for each run of a check. */
export function checkItems(checks: readonly CheckRunReport[] = []): readonly string[] {
  return checks.map((check) => {
    const { rule, actionCount } = check;
    const about = `${countOf(actionCount, "action")}${rule === undefined ? "" : `, rule ${rule}`}`;
    return item(cell(check.name), `${checkOutcome(check)} (${about})`);
  });
}

/** Returns an item for each pull request that is kept. */
export function pullItems(pulls: readonly PullReport[] = []): readonly string[] {
  return pulls.map(({ branch, number, url, state, isPlanned, why, actions }) => {
    const name = `${number === undefined ? "" : `#${number} `}${markdownText(branch)}`;
    const link = url !== undefined && isPlainAddress(url) ? ` (${url})` : "";
    const count = actions.length === 0 ? "" : `, ${countOf(actions.length, "action")}`;
    const words = `${isPlanned ? "would be " : ""}${state}${count}`;
    return `- ${name}: ${words}${why === undefined ? "" : `: ${markdownText(why)}`}${link}`;
  });
}

/** Returns a pull request in a few words, which lead to it: `opened #12`. */
export function pullLink({ state, number, branch, url, isPlanned }: PullReport): string {
  const words = `${isPlanned ? "would be " : ""}${state}`;
  const name = number === undefined ? cell(branch) : `\\#${number}`;
  return `${words} ${url !== undefined && isPlainAddress(url) ? `[${name}](${url})` : name}`;
}

/** Returns an item for each decision of a person about held actions. */
export function decisionItems(decisions: readonly DecisionReport[] = []): readonly string[] {
  return decisions.map(({ verdict, state, actions, by, reason, rule, why, commit, isPlanned }) => {
    const ids = boundedList(
      actions.map((id) => id.slice(0, 12)),
      MOST_IDS,
    );
    const held = rule === undefined ? "" : ` (rule ${rule})`;
    const at = commit === undefined ? "" : ` in ${commit.slice(0, 10)}`;
    const words = `${isPlanned ? "would be " : ""}${state}${at}`;
    return `- ${cell(`${ids}${held}: ${words}: ${verdict} by ${by}: ${reason} ${why}`)}`;
  });
}

/** Returns an item for each difference of a tree that no accepted action makes. */
export function leftoverItems(verified: Report["verified"]): readonly string[] {
  return (verified?.left ?? []).map((one) => `- ${cell(leftoverWords(one))}`);
}

/** Returns an item for each commit. */
export function commitItems(commits: readonly CommitReport[] = []): readonly string[] {
  return commits.map(({ sha, branch, subject, files }) => {
    const id = sha === undefined ? "would be made" : sha.slice(0, 10);
    const where = branch === null ? "" : ` on ${branch}`;
    return `- ${cell(`${id}${where}: ${subject} (${countOf(files.length, "file")})`)}`;
  });
}

/** Returns an item for each step that was skipped, with its condition. */
export function skippedStepItems(steps: readonly StepReport[]): readonly string[] {
  return steps.flatMap(({ recipe, step, outcome, when = "" }) =>
    outcome === "skipped" ? [`- ${cell(`${recipe} › ${step}: ${when}`)}`] : [],
  );
}

/** The lines below one heading. */
export interface Section {
  /** With its line ends. */
  readonly head: string;
  readonly lines: readonly string[];
  /** The noun of a line. */
  readonly noun: string;
}

/** Returns as many lines as fit below a head, and the number of the others. Empty if there are no lines. */
export function boundedSection(
  { head, lines, noun }: Section,
  { bytes: most, elsewhere }: { readonly bytes: number; readonly elsewhere: string },
): string {
  if (lines.length === 0) return "";
  let bytes = 0;
  const firstTooMany = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > most;
  });
  const shown = firstTooMany < 0 ? lines : lines.slice(0, firstTooMany);
  const left = lines.length - shown.length;
  const more = `\n\n${countOf(left, `more ${noun}`)}; ${elsewhere}.`;
  return `${head}${shown.join("\n")}${left === 0 ? "" : more}`;
}
