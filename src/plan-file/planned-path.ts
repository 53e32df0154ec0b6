import { pathRuleFault } from "../files/path-rules.ts";
import { tidyPath } from "../shared/paths/posix-path.ts";

/**
 * Returns why a plan may not name a path, in words that follow it; undefined if it may. Pure: a new file must also have
 * a name that every system allows, but the disk is read only when the plan is applied.
 */
export function plannedPathFault(
  path: string,
  { isNew }: { readonly isNew: boolean },
): string | undefined {
  const fault = pathRuleFault(path, { use: isNew ? "create" : "edit" });
  if (fault !== undefined) return fault;
  if (tidyPath(path) !== path) return "is not written in its shortest form";
  return isNew && path.split("/").some(isForbiddenSomewhere)
    ? "has a name that not every system can have"
    : undefined;
}

function isForbiddenSomewhere(name: string): boolean {
  return /[. ]$/.test(name) || /[<>:"|?*]/.test(name);
}
