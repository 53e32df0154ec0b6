import { createRuleFinder } from "../code/rule-finder.ts";
import type { Finder } from "../code/scanned-text.ts";
import { NO_PERMISSIONS, WIDENED } from "../tables/permissions.ts";

const findWidened = createRuleFinder(WIDENED);

/** Finds permissions that are given, also by a workflow that names none. */
export const findPermissions: Finder = (scanned) => {
  const { paths, has, needs } = NO_PERMISSIONS;
  const { path, text } = scanned;
  const given = findWidened(scanned);
  if (!paths.test(path) || has.test(text) || !needs.test(text)) return given;
  return [
    { at: 0, key: "no permissions", text: "no `permissions`: those of the repository" },
    ...given,
  ];
};
