import { definedOnly } from "../../shared/defined-only.ts";
import type { LineChange } from "../../shared/diff/parse-diff.ts";
import type { Finding, FindingLevel, FindingPlace } from "../findings/finding.ts";
import type { ReportStyle } from "../reporter.ts";
import { reportedPath } from "./reported-path.ts";

/** The page that explains reports. */
const DOCS = "https://github.com/sluice/sluice/blob/main/docs/reports.md";

/** The source of all diagnostics. */
export const RD_SOURCE = { name: "sluice", url: "https://github.com/sluice/sluice" };

const SEVERITIES: Readonly<Record<FindingLevel, string>> = {
  error: "ERROR",
  warning: "WARNING",
  note: "INFO",
};

/** A diagnostic of the Reviewdog Diagnostic Format. */
export interface RdDiagnostic {
  readonly message: string;
  readonly location: { readonly path: string; readonly range?: RdRange };
  readonly severity: string;
  readonly code: { readonly value: string; readonly url: string };
  readonly suggestions?: readonly RdSuggestion[];
}

/**
 * Returns a finding as diagnostics, one for each suggestion: reviewdog posts no more than the first of a diagnostic.
 * A finding about no file is about the checkout, `.`.
 */
export function rdDiagnostics(finding: Finding, style: ReportStyle): readonly RdDiagnostic[] {
  const { message, path, place, level, ruleId, fix } = finding;
  const range = place === undefined ? undefined : rangeOf(place, finding);
  const file = reportedPath(path, style) ?? ".";
  const shared = { severity: SEVERITIES[level], code: { value: ruleId, url: DOCS } };
  const [first, ...others] = fix?.changes.map(rdSuggestion) ?? [];
  const whole = {
    message,
    location: { path: file, ...definedOnly({ range }) },
    ...shared,
    ...definedOnly({ suggestions: first && [first] }),
  };
  const parts = others.map((suggestion, index) => ({
    message: `${message} (part ${index + 2} of ${others.length + 1})`,
    location: { path: file, range: suggestion.range },
    ...shared,
    suggestions: [suggestion],
  }));
  return [whole, ...parts];
}

/** Columns are known as bytes only where the line is known; of a diagnostic, only the line is told. */
function rangeOf(
  { startLine, endLine, bytes, endColumn }: FindingPlace,
  { kind }: Finding,
): RdRange {
  if ((kind !== "change" && kind !== "told") || bytes === undefined) {
    const last = endColumn === 1 && endLine > startLine ? endLine - 1 : endLine;
    return { start: { line: startLine }, end: { line: last } };
  }
  return {
    start: { line: startLine, column: bytes.start },
    end: { line: endLine, column: bytes.end },
  };
}

/** A position of reviewdog: columns count UTF-8 bytes from 1; without a column, the whole line. */
interface RdPosition {
  readonly line: number;
  readonly column?: number | undefined;
}

/** A range of reviewdog. If neither end has a column, it is whole lines, with those of both ends. */
interface RdRange {
  readonly start: RdPosition;
  readonly end?: RdPosition | undefined;
}

/** A text that takes the place of a range. */
interface RdSuggestion {
  readonly range: RdRange;
  readonly text: string;
}

/**
 * Returns a change of lines as reviewdog takes it. Whole lines, which it can suggest on a pull request, have their last
 * line end in common, and an empty text removes them; other changes are ranges with columns.
 */
function rdSuggestion({ start, removed, added }: LineChange): RdSuggestion {
  const [first, last] = [start + 1, start + removed.length];
  const text = added.join("");
  const [old, fresh] = [lineEnd(removed.at(-1) ?? ""), lineEnd(added.at(-1) ?? "")];
  if (removed.length > 0 && added.length === 0)
    return { range: { start: { line: first }, end: { line: last } }, text: "" };
  const content = text.slice(0, text.length - fresh.length);
  if (removed.length > 0 && old === fresh && content !== "")
    return { range: { start: { line: first }, end: { line: last } }, text: content };
  return { range: { start: { line: first, column: 1 }, end: endOf(start, removed) }, text };
}

/** Returns the position after lines: before the next one, or at the end of a last one without a line end. */
function endOf(start: number, removed: readonly string[]): RdPosition {
  const last = removed.at(-1);
  if (last === undefined || last.endsWith("\n"))
    return { line: start + removed.length + 1, column: 1 };
  return { line: start + removed.length, column: Buffer.byteLength(last) + 1 };
}

function lineEnd(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? "";
}
