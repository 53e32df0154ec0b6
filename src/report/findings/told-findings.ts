import type { Severity } from "../../model/recipe/rule-words.ts";
import type { FindingReport, Report } from "../../model/report/report.ts";
import { shorten } from "../../shared/shorten.ts";
import { wellFormed } from "../../shared/shown.ts";
import { terminalBlock, terminalLine } from "../terminal-text.ts";
import type { Finding, FindingLevel } from "./finding.ts";

const LEVELS: Readonly<Record<Severity, FindingLevel>> = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "note",
};

/** Yields what steps tell of their matches, in the order of the report. */
export function* toldFindings({
  findings = [],
}: Pick<Report, "findings">): Generator<Finding, void> {
  for (const told of findings) yield toldFinding(told);
}

function toldFinding(told: FindingReport): Finding {
  const { severity, path, startLine, startColumn, endLine, endColumn, bytes, fingerprint } = told;
  const [recipe, step] = [named(told.recipe), named(told.step)];
  const rule = told.rule === undefined ? [] : [named(told.rule)];
  return {
    kind: "told",
    level: LEVELS[severity],
    ruleId: [recipe, step, ...rule].join("/"),
    title: rule[0] ?? `${recipe} › ${step}`,
    path: wellFormed(path),
    place: { startLine, startColumn, endLine, endColumn, bytes },
    message: messageOf(told),
    fingerprint,
  };
}

/** In characters; a runner of GitHub cuts messages at 4096. */
const MESSAGE = 2000;

function messageOf({ message, note, text, isNew }: FindingReport): string {
  const words = message ?? `found \`${text}\``;
  const whole = `${isNew ? "new: " : ""}${words}${note === undefined ? "" : `\n${note}`}`;
  return wellFormed(terminalBlock(shorten(whole, MESSAGE)));
}

function named(name: string): string {
  return terminalLine(wellFormed(name));
}
