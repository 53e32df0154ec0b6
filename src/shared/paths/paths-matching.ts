import { ToolError } from "../../model/tool-error.ts";
import { interruptAfter } from "../process/interrupt-after.ts";
import { TimeLimitError } from "../process/time-limit.ts";
import { type GlobMatcher, pathMatcher } from "./glob.ts";

/** The limit for all paths of a tree together; milliseconds. A million paths take about one second. */
const DEFAULT_LIMIT = 10_000;

/**
 * Returns the paths for which `isWanted` holds, given a matcher of globs. The globs may come from a model: if many long
 * ones take too long on many paths, throws a `ToolError` after `limit` milliseconds.
 */
export function pathsMatching(
  globs: readonly string[],
  paths: readonly string[],
  isWanted: (path: string, isMatch: GlobMatcher) => boolean = (path, isMatch) => isMatch(path),
  limit: number = DEFAULT_LIMIT,
): readonly string[] {
  const isMatch = pathMatcher(globs);
  try {
    return interruptAfter(limit, () => paths.filter((path) => isWanted(path, isMatch)));
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const message = `The globs take longer than ${limit} ms to match: use fewer \`*\` in one name.`;
    throw new ToolError(message, { cause: error });
  }
}
