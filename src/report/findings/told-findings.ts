import type { Severity } from "../../model/recipe/rule-words.ts";
import type { FindingReport } from "../../model/report/report.ts";
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

/** Returns the level of a finding, by its severity. */
export function levelOfTold({ severity }: Pick<FindingReport, "severity">): FindingLevel {
  return LEVELS[severity];
}

/** Yields what steps tell of their matches, in the given order. */
export function* toldFindings(findings: readonly FindingReport[] = []): Generator<Finding, void> {
  const named = createNames();
  for (const told of findings) yield toldFinding(told, named);
}

function toldFinding(told: FindingReport, named: (name: string) => string): Finding {
  const { path, startLine, startColumn, endLine, endColumn, bytes, fingerprint } = told;
  const [recipe, step] = [named(told.recipe), named(told.step)];
  const rule = told.rule === undefined ? [] : [named(told.rule)];
  return {
    kind: "told",
    level: levelOfTold(told),
    ruleId: [recipe, step, ...rule].join("/"),
    title: rule[0] ?? `${recipe} › ${step}`,
    path: wellFormed(path),
    place: { startLine, startColumn, endLine, endColumn, bytes },
    message: messageOf(told),
    ...(told.note === undefined ? {} : { note: blockOf(told.note) }),
    fingerprint,
  };
}

/** In characters; a runner of GitHub cuts messages at 4096. */
const MESSAGE = 2000;

function messageOf({ message, note, text, isNew }: FindingReport): string {
  const words = message ?? `found \`${text}\``;
  const whole = `${isNew ? "new: " : ""}${words}${note === undefined ? "" : `\n${note}`}`;
  return blockOf(whole);
}

function blockOf(text: string): string {
  return wellFormed(terminalBlock(shorten(text, MESSAGE)));
}

/** Returns a function from a name to its shown form: many findings have few names. */
function createNames(): (name: string) => string {
  const shown = new Map<string, string>();
  return (name) => {
    const known = shown.get(name) ?? terminalLine(wellFormed(name));
    shown.set(name, known);
    return known;
  };
}
