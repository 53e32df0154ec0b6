import { parseAge, parseDuration } from "../option-value.ts";

/** Converts a duration that passed the schema to milliseconds. */
export function milliseconds(duration: string): number {
  const parsed = parseDuration(duration);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.value;
}

/** Converts a time between two dates that passed the schema to seconds. */
export function ageInSeconds(age: string): number {
  const parsed = parseAge(age);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.value / 1000;
}
