import { quoteGitPath } from "../edit/text/git-path.ts";
import { unifiedDiff } from "../edit/text/unified-diff.ts";
import type { GivenPatch } from "../model/patch/patch.ts";
import type { RunWorld, VerifyRequest } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import type { RunOutcome } from "../run/state/run-outcome.ts";
import { treeBefore } from "./tree-before.ts";
import { isText, type Leftover, type Side } from "./verified-tree.ts";

/** Has the policy judge leftovers as the patch of a model, on the tree that was expected. Never writes. */
export function judgeLeftovers(
  leftovers: readonly Leftover[],
  request: VerifyRequest,
  world: RunWorld,
): Promise<RunOutcome> {
  const text = leftovers.map(diffOf).join("");
  const proposal: GivenPatch = { name: "the tree", text, by: "model", mayBePart: true };
  const expected = { ...world, keepsCache: false, treeBefore: treeBefore(leftovers) };
  return executeRun({ ...request, proposal }, expected);
}

/** Returns the change of a file as git writes it; nothing if it cannot be judged. */
function diffOf({ path, before, after }: Leftover): string {
  if (!isText(before) || !isText(after)) return "";
  const { text } = unifiedDiff(path, before.text, after.text);
  const runnable = after.mode === "100755";
  if (before.hash === null && runnable) return text.replace("mode 100644", "mode 100755");
  if (!hasOtherMode(before, after)) return text;
  const names = `diff --git ${quoteGitPath(`a/${path}`)} ${quoteGitPath(`b/${path}`)}\n`;
  return `${names}old mode ${before.mode}\nnew mode ${after.mode}\n${text.slice(names.length)}`;
}

/** True if both are files, and one of them alone can be executed. */
export function hasOtherMode(before: Side, after: Side): boolean {
  if (!isText(before) || !isText(after)) return false;
  const modes = [before.mode, after.mode];
  return !modes.includes(undefined) && before.mode !== after.mode;
}
