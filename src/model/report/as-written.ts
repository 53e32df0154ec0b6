import type { Report } from "./report.ts";

/**
 * Returns a report that was checked with the order of its keys as it was written, so that it is written with the same
 * bytes again. `parsed` is what the schema made of it: the same values, and the defaults of keys that are missing.
 */
export function asWritten(raw: unknown, parsed: Report): Report {
  const written = raw as Report; // The schema is strict, and changes no value.
  const missing = Object.entries(parsed).filter(([key]) => !Object.hasOwn(written, key));
  return missing.length === 0 ? written : { ...written, ...Object.fromEntries(missing) };
}
