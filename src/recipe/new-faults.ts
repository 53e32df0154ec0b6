import type { Diagnostic } from "../model/diagnostic.ts";

/**
 * Returns the errors of a draft that are not at the place of an earlier one: they would be its consequence. Warnings
 * about a part of a recipe say nothing about the whole.
 */
export function newFaults(
  more: readonly Diagnostic[],
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const places = new Set(known.map(placeOf));
  return more.filter(
    (diagnostic) => diagnostic.severity === "error" && !places.has(placeOf(diagnostic)),
  );
}

function placeOf({ path, line, column, at }: Diagnostic): string {
  return JSON.stringify([path, line, column, at]);
}
