import type { Report } from "../../model/report/report.ts";
import { isDryRun } from "../../model/run-kind.ts";
import { summary } from "../comment/comment-text.ts";
import { nextCommands } from "../comment/next-commands.ts";
import { problemList } from "../comment/problem-list.ts";
import { reviewParts } from "../comment/review-parts.ts";
import {
  boundedSection,
  checkItems,
  commitItems,
  decisionItems,
  leftoverItems,
  pullItems,
  type Section,
  skippedStepItems,
  totalsTable,
} from "../comment/sections.ts";
import { toldList } from "../comment/told-list.ts";
import { heldAdvice } from "../held-advice.ts";
import { codeBlock } from "../markdown-text.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { verifiedSummary } from "../verified-words.ts";

/** The most bytes: GitHub drops a step summary that is longer. */
const MOST_BYTES = 1024 * 1024;

/** The part of the rest that problems, findings, and each of the closing sections, may take. */
const SHARE = { problems: 0.1, others: 0.02 } as const;

/** The place of what is left out, for the end of a sentence. */
const ELSEWHERE = "the report of `--report json` has everything";

/**
 * Makes `markdown` for step summaries, comments and pages of GitHub and GitLab, of at most 1 MiB: totals, what needs a
 * person, with its diff, problems, what changes by step, rule and folder, an example of each kind of change, each file
 * with its verdict, the net diff, folded, and the commands to type.
 */
export function createMarkdownReporter({ advisedRoot }: ReportStyle): Reporter {
  return {
    *onReport(report) {
      let limit = MOST_BYTES;
      for (;;) {
        const text = writeMarkdown(report, { limit, advisedRoot });
        const bytes = Buffer.byteLength(text);
        if (bytes <= MOST_BYTES || limit < 1000) return yield text;
        limit = Math.floor(limit * Math.min(0.95, MOST_BYTES / bytes)); // Of other letters than those of ASCII.
      }
    },
  };
}

interface MarkdownStyle {
  /** UTF-16 code units. */
  readonly limit: number;
  readonly advisedRoot: string | undefined;
}

function writeMarkdown(report: Report, { limit, advisedRoot }: MarkdownStyle): string {
  const { run, outcome, totals, actions, checks, commits, pulls, decisions, steps } = report;
  const bounds = { bytes: limit * SHARE.others, elsewhere: ELSEWHERE };
  const section = (title: string, lines: readonly string[], noun: string) =>
    boundedSection({ head: `### ${title}\n\n`, lines, noun } satisfies Section, bounds);
  const verified = verifiedSummary(report) ?? "";
  const left = section("Differences", leftoverItems(report.verified), "difference");
  const head = [`## Sluice ${run.command}: ${outcome}`, verified, left, summary(report)];
  const counts = totalsTable(totals, { isDryRun: isDryRun(run.command) });
  const closing = [
    section("Checks", checkItems(checks), "check"),
    section("Pull requests", pullItems(pulls), "pull request"),
    section("Decisions", decisionItems(decisions), "decision"),
    section("Commits", commitItems(commits), "commit"),
    section("Skipped steps", skippedStepItems(steps), "skipped step"),
  ];
  const advice = writeAdvice(report, advisedRoot);
  const room = limit - joined([...head, counts, ...closing, advice]).length - 100; // The headings and blank lines between.
  const length = (share: number) => ({ length: room * share, elsewhere: ELSEWHERE });
  const problems = problemList(report, length(SHARE.problems));
  const told = toldList(report, length(SHARE.problems));
  const { held, warned, table, kinds, verdicts, diff } = reviewParts(actions, {
    length: room - problems.length - told.length,
    elsewhere: ELSEWHERE,
  });
  const [checked, ...rest] = closing;
  return joined([
    ...head,
    held,
    warned,
    counts,
    problems === "" ? "" : `### Problems\n\n${problems}`,
    told === "" ? "" : `### Findings\n\n${told}`,
    checked ?? "",
    table,
    kinds,
    verdicts === "" ? "" : `### Actions\n\n${verdicts}`,
    ...rest,
    diff,
    advice,
  ]);
}

/** Returns the commands that end what is held; of a dry run those that repeat it, and do it. */
function writeAdvice(report: Report, advisedRoot: string | undefined): string {
  const held = heldAdvice(report, advisedRoot);
  if (held.length > 0) return `### Next\n\n${codeBlock(held.join("\n"))}`;
  const commands = isDryRun(report.run.command) ? nextCommands(report, [], advisedRoot) : [];
  if (commands.length === 0) return "";
  const others = "With the other options of the run, if it had some:";
  return `### Next\n\n${others}\n\n${codeBlock(commands.join("\n"), "sh")}`;
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
