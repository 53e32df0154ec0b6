import type { ActionReport, Report } from "../../model/report/report.ts";
import { netFiles } from "../../shared/diff/net-files.ts";
import type { Reporter } from "../reporter.ts";

/** Makes `patch`: the net change of the run, for `git apply` in the root. Empty without a change. */
export function createPatchReporter(): Reporter {
  return { onReport: patchOf };
}

/**
 * Returns each file once, by path. Files whose net change is not known stand in comments before the first: those that
 * custom tools name, and those whose diffs cannot be added up.
 */
function* patchOf({ actions }: Report): Generator<string, void> {
  const files = [...netFiles(actions)].sort((a, b) => (a.path < b.path ? -1 : 1));
  const knownFiles = files.filter(({ changes }) => changes !== undefined);
  if (knownFiles.length === 0) return; // Git refuses a patch without files.
  const unknown = files.filter(({ changes }) => changes === undefined).map(({ path }) => path);
  const named = actions.filter((action) => isThere(action) && action.files.length === 0);
  for (const path of [
    ...new Set([...unknown, ...named.flatMap(({ facts }) => facts.files)]),
  ].sort())
    yield `# Not in this patch: ${JSON.stringify(path)}\n`;
  for (const { diff } of knownFiles) yield diff;
}

function isThere({ state, isWritten }: ActionReport): boolean {
  return state === "applied" || state === "would-apply" || isWritten === true;
}
