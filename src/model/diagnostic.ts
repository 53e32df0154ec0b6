import type { DiagnosticCode } from "./diagnostic-code.ts";

/** One fault in a file or an option that the user wrote, and its place. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** One line: the fault. */
  readonly message: string;
  /** Advice to the user. */
  readonly hint?: string;
  /** The file: relative to the root if it is inside, otherwise as it was named. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 code units. */
  readonly column?: number;
  /** The path of a value in an object that a program gave, in place of line and column. */
  readonly at?: string;
  /** The lines around the place with a caret below it; plain text without colour. */
  readonly frame?: string;
  /** The number of diagnostics that it stands for; absent: one. */
  readonly count?: number;
}

/** The most diagnostics that people are shown, and the most of one file or of a report. */
export const MOST_DIAGNOSTICS = { shown: 100, listed: 1000 } as const;

/** Returns the diagnostics if there are few; otherwise the first, errors before warnings, and one for all others. */
export function boundDiagnostics(
  diagnostics: readonly Diagnostic[],
  most: number,
): readonly Diagnostic[] {
  if (diagnostics.length <= most) return diagnostics;
  const isError = ({ severity }: Diagnostic) => severity === "error";
  const sorted = [
    ...diagnostics.filter(isError),
    ...diagnostics.filter((diagnostic) => !isError(diagnostic)),
  ];
  const rest = sorted.slice(most);
  const count = countDiagnostics(rest);
  return [
    ...sorted.slice(0, most),
    moreDiagnostics(count, rest.some(isError) ? "error" : "warning"),
  ];
}

/** Returns the number of diagnostics, with those that one of them stands for. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** Returns the diagnostics of the first of many faults, and one for all others. */
export function diagnosticsOf<Fault>(
  faults: readonly Fault[],
  describe: (fault: Fault) => Diagnostic,
): readonly Diagnostic[] {
  const listed = faults.slice(0, MOST_DIAGNOSTICS.listed).map(describe);
  const count = faults.length - listed.length;
  return count === 0 ? listed : [...listed, moreDiagnostics(count, "error")];
}

function moreDiagnostics(count: number, severity: Diagnostic["severity"]): Diagnostic {
  const message = `And ${count.toLocaleString("en")} more, which are not listed.`;
  return { code: "more-diagnostics", severity, message, count };
}

/** True if an error is in the list, which forbids a run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
