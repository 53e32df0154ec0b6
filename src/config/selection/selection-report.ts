import type { Report } from "../../model/report/report.ts";
import { SELECTION_LIMITS } from "../../model/report/selection-schema.ts";
import type { BaseWay } from "../../model/trust.ts";
import type { RunRequest } from "../../request/request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { shorten } from "../../shared/shorten.ts";

/** The selection of a run, as its report has it. */
export type SelectionReport = NonNullable<Report["selection"]>;

/** The options that choose files. They are searched, and no other is changed. */
export type ChosenFiles = Pick<
  RunRequest,
  "files" | "filesFrom" | "since" | "staged" | "changedLines" | "paths" | "exclude"
>;

/** The parts of a selection that are known only when it was made. */
interface Selected {
  readonly fileCount: number;
  /** The id of the commit of `--since`. */
  readonly since: string | undefined;
  readonly sinceFrom: BaseWay | undefined;
}

/** Returns what limits a run to some files: the words of the request, bounded, and what came of them. */
export function selectionReport(
  { files, filesFrom, since, staged, changedLines, paths, exclude }: ChosenFiles,
  { fileCount, since: commit, sinceFrom: from }: Selected,
): SelectionReport {
  const given = { files, paths: someOf(paths), exclude: someOf(exclude) };
  const omitted = Object.values(given)
    .map((names = []) => Math.max(0, names.length - SELECTION_LIMITS.names))
    .reduce((sum, more) => sum + more, 0);
  return {
    fileCount,
    ...definedOnly({
      files: bounded(given.files),
      filesFrom: filesFrom === undefined ? undefined : wordOf(filesFrom),
      since:
        since === undefined || commit === undefined
          ? undefined
          : { ref: wordOf(since), commit, ...definedOnly({ from }) },
      staged: staged || undefined,
      changedLines: changedLines || undefined,
      paths: bounded(given.paths),
      exclude: bounded(given.exclude),
      omitted: omitted || undefined,
    }),
  };
}

/** An empty list of globs selects nothing and leaves nothing out, unlike an empty list of files. */
function someOf(globs: readonly string[] | undefined): readonly string[] | undefined {
  return globs?.length === 0 ? undefined : globs;
}

function bounded(names: readonly string[] | undefined): readonly string[] | undefined {
  return names?.slice(0, SELECTION_LIMITS.names).map(wordOf);
}

function wordOf(word: string): string {
  return shorten(word, SELECTION_LIMITS.length);
}
