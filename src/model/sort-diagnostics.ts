import type { Diagnostic } from "./diagnostic.ts";

/**
 * Returns diagnostics by file, line and column: first those without a file, last the one that stands for more;
 * otherwise in their order.
 */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || compareFiles(a, b) || comparePlaces(a, b),
  );
}

function rankOf({ code }: Diagnostic): number {
  return code === "more-diagnostics" ? 1 : 0;
}

function compareFiles({ path: a = "" }: Diagnostic, { path: b = "" }: Diagnostic): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparePlaces(a: Diagnostic, b: Diagnostic): number {
  const { line = 0, column = 0 } = a;
  return line - (b.line ?? 0) || column - (b.column ?? 0);
}
