import { goWays } from "./go-ways.ts";
import { javaWays } from "./java-ways.ts";
import type { NamedCode, NameWays } from "./name-ways.ts";
import { pythonWays } from "./python-ways.ts";

const WAYS: Readonly<Record<string, (code: NamedCode) => NameWays>> = {
  go: goWays,
  java: javaWays,
  python: pythonWays,
};

/** Returns the ways of a language whose imports are lines; undefined for others. */
export function nameWaysOf(code: NamedCode): NameWays | undefined {
  return Object.hasOwn(WAYS, code.language) ? WAYS[code.language]?.(code) : undefined;
}
