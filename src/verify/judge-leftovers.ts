import { unifiedDiff } from "../edit/text/unified-diff.ts";
import type { GivenPatch } from "../model/patch/patch.ts";
import type { RunWorld, VerifyRequest } from "../request/request.ts";
import { treeBefore } from "./tree-before.ts";
import { hasOtherMode, isText, type Leftover } from "./verified-tree.ts";

/** Returns the run in which the policy judges leftovers: as the patch of a model, on the tree that was expected. */
export function judgingRun(
  leftovers: readonly Leftover[],
  request: VerifyRequest,
  world: RunWorld,
): readonly [VerifyRequest, RunWorld] {
  const text = leftovers.map(diffOf).join("");
  const proposal: GivenPatch = { name: "the tree", text, by: "model", mayBePart: true };
  const expected = { ...world, keepsCache: false, treeBefore: treeBefore(leftovers) };
  return [{ ...request, proposal }, expected];
}

/** Returns the change of a file as git writes it; nothing if it cannot be judged. */
function diffOf({ path, before, after }: Leftover): string {
  if (!isText(before) || !isText(after)) return "";
  const mode = hasOtherMode(before, after) ? after.mode : undefined;
  return unifiedDiff(path, before.text, after.text, mode).text;
}
