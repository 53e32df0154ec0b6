import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import { rootFault, tidyPath } from "../../shared/paths/posix-path.ts";

/**
 * Returns the files below the root that configure a run, also in the base commit: a change of theirs would count in the
 * next run. Files that a prompt attaches are material.
 */
export function runFilesOf({
  recipes,
  sources,
}: Pick<PreparedRun, "recipes" | "sources">): readonly string[] {
  const read = sources.flatMap(({ path, role, origin }) =>
    role !== "reference" && (origin === "tree" || origin === "base") ? [path] : [],
  );
  const code = recipes.flatMap(({ tools, hooks }) => [
    ...tools.map(({ path }) => path),
    ...hooks.flatMap((hook) => ("module" in hook.code ? [hook.code.module] : hook.code.run)),
  ]);
  return [...read, ...code.filter((path) => rootFault(path) === undefined).map(tidyPath)];
}
