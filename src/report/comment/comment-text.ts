import { EXIT_CODES } from "../../model/exit-code.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { countOf } from "../../shared/count-of.ts";
import { shorten } from "../../shared/shorten.ts";
import { codeBlock, markdownText } from "../markdown-text.ts";
import { actionCounts } from "./action-counts.ts";
import type { CommentedReport } from "./commented-report.ts";
import { problemList } from "./problem-list.ts";
import { reviewParts } from "./review-parts.ts";
import { toldList } from "./told-list.ts";

/** A comment on a pull request, before it is text. */
export interface CommentContent {
  readonly report: CommentedReport;
  /** The first lines, see `commentMarker`, and the line of the run. */
  readonly marker: string;
  /** The commit that the run is about; undefined if it is not known. */
  readonly commit: string | undefined;
  /** The leg of a matrix that the job is, for people; undefined without one. */
  readonly leg: string | undefined;
  /** A sentence about what the comment replaces; empty if there is nothing to say. */
  readonly warning: string;
  /** The most UTF-16 code units of the comment. */
  readonly limit: number;
  /** Command lines for a shell. */
  readonly commands: readonly string[];
  /** True if the commands choose the same files and inputs as the run did. */
  readonly areCommandsWhole: boolean;
  /** The root, relative to the repository; empty if it is the same. */
  readonly folder: string;
  /** The page of the job, if there is one: the rest is there. */
  readonly jobUrl: string | undefined;
}

/** The most of the command lines; UTF-16 code units. */
const COMMANDS_LENGTH = 4000;
/** The most characters of the name of a folder. */
const FOLDER_LENGTH = 200;
/** The most characters of the values of a matrix. */
const LEG_LENGTH = 100;
/** The part of the rest that problems may take. */
const PROBLEMS_SHARE = 0.2;

/**
 * Returns the comment as Markdown of GitHub and GitLab: the outcome, what needs a person, with its diff, problems, what
 * changes by step, rule and folder, an example of each kind of change, a table of files with verdict and reason, the
 * net diff, folded, and the commands to type. Never longer than the limit: what is left out is counted, with the place
 * where it is.
 */
export function commentText(content: CommentContent): string {
  const { report, marker, limit } = content;
  const head = joined([
    marker,
    title(content),
    `${summary(report)}${about(content)}`,
    content.warning,
  ]);
  return joined([head.trimEnd(), commentDetails(content, limit - head.length)]);
}

/** Returns all of a comment but its head, within so many UTF-16 code units. */
export function commentDetails(content: CommentContent, limit: number): string {
  const { report, jobUrl } = content;
  const elsewhere = placeOfRest(jobUrl);
  const tail = [commandBlock(content), jobUrl === undefined ? "" : `[Log of the job](${jobUrl})`];
  const room = limit - joined(tail).length - 24; // The blank lines between the parts.
  const problems = problemList(report, { length: room * PROBLEMS_SHARE, elsewhere });
  const told = toldList(report, { length: room * PROBLEMS_SHARE, elsewhere });
  const { held, warned, table, kinds, verdicts, diff } = reviewParts(report.actions, {
    length: room - problems.length - told.length,
    elsewhere,
  });
  return joined([held, warned, problems, told, table, kinds, verdicts, diff, ...tail]).trimEnd();
}

function placeOfRest(jobUrl: string | undefined): string {
  const report = "the report of `--report json` has everything";
  return jobUrl === undefined ? report : `the [job](${jobUrl}) shows more, and ${report}`;
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function title({ report: { run, outcome }, leg }: CommentContent): string {
  const of = leg === undefined ? "" : ` (${markdownText(shorten(leg, LEG_LENGTH))})`;
  return `### Sluice ${run.command}: ${outcome}${of}`;
}

function about({ commit }: CommentContent): string {
  return commit === undefined ? "" : ` For commit ${commit.slice(0, 10)}.`;
}

/** Returns the counts of the actions by state, and the meaning of an exit code other than 0, in a line. */
export function summary({ run, totals, exitCode }: CommentedReport): string {
  const isDry = isDryRun(run.command);
  const counts = actionCounts(totals, { isDryRun: isDry });
  const files = `${countOf(totals.filesChanged, "file")} ${isDry ? "would change" : "changed"}`;
  const meaning = EXIT_CODES.find(({ code }) => code === exitCode)?.meaning ?? "";
  // In the report of a run that a person has ended since, nothing waits any more.
  const isOver = exitCode === 4 && totals.held === 0;
  const end =
    exitCode === 0
      ? ""
      : ` ${isOver ? "At its end: exit" : "Exit"} code ${exitCode}: ${markdownText(meaning)}`;
  if (totals.actions === 0) return `Nothing to change.${end}`;
  // Nothing is decided without a policy, so that no file counts as one that would change.
  if (totals.pending === totals.actions) return `${counts.join(", ")}: no policy decided.${end}`;
  return `${counts.join(", ")}; ${files}.${end}`;
}

function commandBlock({ commands, areCommandsWhole, folder }: CommentContent): string {
  const text = commands.join("\n");
  if (text === "" || text.length > COMMANDS_LENGTH) return "";
  const where = folder === "" ? "" : `${markdownText(shorten(folder, FOLDER_LENGTH))} of `;
  const others = areCommandsWhole ? "" : ", with the other options of the run, if it had some";
  return `**Next**, in ${where}a checkout of this branch${others}:\n\n${codeBlock(text, "sh")}`;
}
