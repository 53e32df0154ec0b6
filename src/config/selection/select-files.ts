import type { Selection, SelectionRequest, SelectionSources } from "./selection.ts";
import type { ChosenFiles } from "./selection-report.ts";

/** True if an option chooses files. An empty list of globs does not, unlike an empty list of files. */
const CHOOSES = {
  files: ({ files }) => files !== undefined,
  filesFrom: ({ filesFrom }) => filesFrom !== undefined,
  since: ({ since }) => since !== undefined,
  staged: ({ staged }) => staged,
  changedLines: ({ changedLines }) => changedLines,
  paths: ({ paths }) => paths.length > 0,
  exclude: ({ exclude }) => exclude.length > 0,
} satisfies Record<keyof ChosenFiles, (options: ChosenFiles) => boolean>;

/** Finds the files that a request is about. Nothing is loaded for a request that chooses none. */
export async function selectFiles(
  request: SelectionRequest,
  sources: SelectionSources,
): Promise<Selection> {
  if (!choosesFiles(request) && request.planned === undefined)
    return { selected: undefined, diagnostics: [] };
  return (await import("./find-selected.ts")).findSelected(request, sources);
}

/** True if any option chooses files. */
function choosesFiles(options: ChosenFiles): boolean {
  return Object.values(CHOOSES).some((chooses) => chooses(options));
}
