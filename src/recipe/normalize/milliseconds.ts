import { parseDuration } from "../../shared/option-value.ts";

/** A duration that the schema has let pass. */
export function milliseconds(duration: string): number {
  const parsed = parseDuration(duration);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.value;
}
