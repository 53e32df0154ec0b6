import type { NamedCode, NameWays } from "./name-ways.ts";
import { pythonWays } from "./python-ways.ts";

/** Returns the ways of a language whose imports are lines; undefined for others. */
export function nameWaysOf(code: NamedCode): NameWays | undefined {
  return code.language === "python" ? pythonWays(code) : undefined;
}
