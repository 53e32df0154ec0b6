import type { FileChange } from "../../../model/action/preview.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";

/** Returns the changes of each pending action. */
export function groupChanges(
  changes: readonly FileChange[],
  per: AstEditParams["per"],
): readonly (readonly FileChange[])[] {
  if (per !== "step") return changes.map((change) => [change]);
  return changes.length > 0 ? [changes] : [];
}

/** Returns the paths that are in several groups. */
export function pathsInSeveral(groups: readonly (readonly FileChange[])[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const paths = groups.flatMap((group) => group.map(({ path }) => path));
  return new Set(paths.filter((path) => seen.size === seen.add(path).size));
}
