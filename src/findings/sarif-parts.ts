import type { TextRegion } from "../model/place.ts";
import { countAt, listAt, textAt } from "../shared/json/read-json.ts";
import { valueBelow } from "../shared/json/value-below.ts";

/** Returns a location of a run that names a file: with only an index, the location of that artifact. */
export function namedLocation(location: unknown, run: unknown): unknown {
  const index = countAt(location, "index");
  if (index === undefined || textAt(location, "uri") !== undefined) return location;
  return valueBelow(listAt(valueBelow(run, "artifacts"))[index], "location");
}

/**
 * Without an end column, a region goes to the end of its last line. Undefined without a line. `numberAt` reads its
 * numbers: by default one that is none of a line or a column is taken as absent.
 */
export function regionOf(region: unknown, numberAt = countAt): TextRegion | undefined {
  const startLine = numberAt(region, "startLine");
  if (!startLine) return undefined;
  const startColumn = numberAt(region, "startColumn") ?? 1;
  const endLine = numberAt(region, "endLine") ?? startLine;
  const endColumn = numberAt(region, "endColumn") ?? Number.POSITIVE_INFINITY;
  return { startLine, startColumn, endLine, endColumn };
}
