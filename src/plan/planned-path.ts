import { pathRuleFault } from "../files/path-rules.ts";
import { tidyPath } from "../shared/paths/posix-path.ts";

/**
 * Why a plan may not name a path, in words that follow it; undefined where it may. A path that is there
 * and that one that is new have the same rules, but that nobody makes a name that some system cannot have.
 * Pure: what stands there is for others to look at.
 */
export function plannedPathFault(
  path: string,
  { isNew }: { readonly isNew: boolean },
): string | undefined {
  const fault = pathRuleFault(path, { use: isNew ? "create" : "edit" });
  if (fault !== undefined) return fault;
  if (/\p{Cc}/u.test(path)) return "contains a control character";
  if (tidyPath(path) !== path) return "is not written in its shortest form";
  return isNew && path.split("/").some(isNoNameEverywhere)
    ? "has a name that not every system can have"
    : undefined;
}

function isNoNameEverywhere(name: string): boolean {
  return /[. ]$/.test(name) || /[<>:"|?*]/.test(name);
}
