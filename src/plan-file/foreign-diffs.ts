import { quoteGitPath } from "../edit/text/git-path.ts";
import type { Report } from "../model/report/report.ts";
import { parseDiff } from "../shared/diff/parse-diff.ts";

/** A line before the hunks that is not one of the names. */
const MODE = /^(?:new file|deleted file) mode 100(?:644|755)$/;

/**
 * Returns the path of a file whose diff names another file, or more than one: `git apply` would write what the report
 * does not tell. Undefined if there is none.
 */
export function foreignDiffs({ actions, files }: Report): string | undefined {
  const ofActions = actions.flatMap((action) => action.files);
  const part = ofActions.find(({ path, diff }) => diff !== "" && !isDiffOf(path, diff));
  if (part !== undefined) return part.path;
  // Diffs that do not add up stand one behind the other.
  return files.find(({ path, net }) => {
    const diffs = `\n${net?.diff ?? ""}`.split("\ndiff --git ").slice(1);
    const text = diffs.map((diff) => `diff --git ${diff}\n`);
    return (
      (net?.diff ?? "") !== "" && (text.length === 0 || !text.every((one) => isHeadOf(path, one)))
    );
  })?.path;
}

function isDiffOf(path: string, diff: string): boolean {
  return isHeadOf(path, diff) && parseDiff(diff) !== undefined;
}

/** True if the lines before the hunks are those of one file. */
function isHeadOf(path: string, diff: string): boolean {
  const [a, b] = [quoteGitPath(`a/${path}`), quoteGitPath(`b/${path}`)];
  const names = new Set([`--- ${a}`, `+++ ${b}`, "--- /dev/null", "+++ /dev/null"]);
  const hunks = diff.indexOf("\n@@ ");
  const [first, ...others] = diff.slice(0, hunks === -1 ? diff.length : hunks).split("\n");
  return (
    first === `diff --git ${a} ${b}` &&
    others.every((line) => line === "" || MODE.test(line) || names.has(line.replace(/\t$/, "")))
  );
}
