import { definedOnly } from "../../shared/defined-only.ts";
import type { Finding, FindingLevel, FindingPlace } from "../findings/finding.ts";
import type { ReportStyle } from "../reporter.ts";
import { type RdRange, type RdSuggestion, rdSuggestion } from "./rd-suggestion.ts";
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
  if (kind !== "change" || bytes === undefined) {
    const last = endColumn === 1 && endLine > startLine ? endLine - 1 : endLine;
    return { start: { line: startLine }, end: { line: last } };
  }
  return {
    start: { line: startLine, column: bytes.start },
    end: { line: endLine, column: bytes.end },
  };
}
