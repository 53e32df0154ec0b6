import { isQuiet } from "../../model/alert.ts";
import { toldByUrgency } from "../../model/report/by-urgency.ts";
import type { Report } from "../../model/report/report.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { createFingerprints } from "../../shared/lists/fingerprints.ts";
import { shorten } from "../../shared/shorten.ts";
import { wellFormed } from "../../shared/shown.ts";
import { terminalBlock, terminalLine } from "../terminal-text.ts";
import { alertsApart } from "./alerts-apart.ts";
import { type ActionFile, fileFindings } from "./file-findings.ts";
import { type Finding, type FindingLevel, levelOfAction } from "./finding.ts";
import { levelOfTold, toldFindings } from "./told-findings.ts";

const LEVELS: readonly FindingLevel[] = ["error", "warning", "note"];
/** In characters; a runner of GitHub cuts messages at 4096. */
const MESSAGE = 2000;

/** The parts of a report that findings are made of. */
export type FindingsSource = Pick<Report, "actions" | "findings" | "alerts" | "diagnostics">;

/**
 * Yields the findings of a run, file by file: of each, the diffs are read when its turn comes. Diagnostics
 * and alerts come first, then what steps tell of their matches, and actions without a file last.
 */
export function* findingsOf(report: FindingsSource): Generator<Finding, void> {
  yield* notesForPeople(report);
  yield* toldFindings(report.findings);
  for (const [path, files] of filesOf(report)) yield* fileFindings(path, files);
  yield* withoutFile(report);
}

/**
 * Yields the same with the most urgent first: errors, warnings, notes; of each level those in some files first, and of
 * these, what is new.
 */
export function* findingsByUrgency(
  report: FindingsSource,
  own: ReadonlySet<string> = new Set(),
): Generator<Finding, void> {
  const all = [...filesOf(report)];
  const files = [
    ...all.filter(([path]) => own.has(path)),
    ...all.filter(([path]) => !own.has(path)),
  ];
  const told = toldByUrgency(report.findings);
  for (const level of LEVELS) {
    for (const finding of notesForPeople(report)) if (finding.level === level) yield finding;
    for (const finding of withoutFile(report)) if (finding.level === level) yield finding;
    const ofLevel = told.filter((finding) => levelOfTold(finding) === level);
    for (const isOwn of [true, false])
      yield* toldFindings(ofLevel.filter(({ path }) => own.has(wellFormed(path)) === isOwn));
    for (const [path, ofFile] of files) {
      if (!ofFile.some(({ action }) => levelOfAction(action) === level)) continue;
      for (const finding of fileFindings(path, ofFile)) if (finding.level === level) yield finding;
    }
  }
}

/** Returns what actions do to each file, in the order in which the run came to them. */
function filesOf({ actions }: FindingsSource): ReadonlyMap<string, readonly ActionFile[]> {
  const files = new Map<string, ActionFile[]>();
  const add = (path: string, file: ActionFile) => {
    addTo(files, path, file);
  };
  for (const action of actions) {
    for (const part of action.files) add(part.path, { action, part });
    // A custom tool only names its files.
    if (action.files.length === 0) for (const path of action.facts.files) add(path, { action });
  }
  return files;
}

/** The findings about actions that name no file at all. */
function* withoutFile({ actions }: FindingsSource): Generator<Finding, void> {
  for (const action of actions) {
    if (action.files.length > 0 || action.facts.files.length > 0) continue;
    for (const { path: _path, ...finding } of fileFindings(action.id, [{ action }])) yield finding;
  }
}

/** Yields the same without what only says that there was nothing to do. */
function* notesForPeople(report: FindingsSource): Generator<Finding, void> {
  for (const note of notesAbout(report)) if (!isQuiet({ code: note.ruleId })) yield note;
}

/** Yields diagnostics, and the alerts that tell more than the actions do. */
export function* notesAbout(report: FindingsSource): Generator<Finding, void> {
  const { diagnostics } = report;
  const fingerprintOf = createFingerprints();
  for (const { code, severity, message, hint, path, line, column, at } of diagnostics) {
    const where = at === undefined ? "" : ` (at ${at})`;
    const text = `${message}${where}${hint === undefined ? "" : `\n${hint}`}`;
    const start = line !== undefined && { startLine: line, endLine: line };
    const place = start && { ...start, ...(column === undefined ? {} : { startColumn: column }) };
    const parts = { kind: "diagnostic", level: severity, code, text, path } as const;
    yield { ...noteOf(parts, fingerprintOf), ...(place && { place }) };
  }
  for (const { code, level, message, path } of alertsApart(report)) {
    const parts = { kind: "alert", level: level === "warn" ? "warning" : level, code } as const;
    yield noteOf({ ...parts, text: message, path }, fingerprintOf);
  }
}

interface NoteParts {
  readonly kind: "diagnostic" | "alert";
  readonly level: "error" | "warning";
  readonly code: string;
  readonly text: string;
  readonly path?: string | undefined;
}

function noteOf(
  { kind, level, code, text, path }: NoteParts,
  fingerprintOf: (parts: readonly string[]) => string,
): Finding {
  return {
    kind,
    level,
    ruleId: terminalLine(wellFormed(code)),
    title: terminalLine(wellFormed(code)),
    ...(path === undefined ? {} : { path: wellFormed(path) }),
    message: wellFormed(terminalBlock(shorten(text, MESSAGE))),
    fingerprint: fingerprintOf([path ?? "", code, text]),
  };
}
