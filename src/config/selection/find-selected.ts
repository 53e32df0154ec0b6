import { MOST_PATHS } from "../../git/status/chosen-paths.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { RunRequest } from "../../request/request.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import { globFault } from "../../shared/paths/glob-fault.ts";
import { pathsMatching } from "../../shared/paths/paths-matching.ts";
import { comparePaths, pathFault, tidyPath } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import { stagedListing } from "../../tree/staged/staged-listing.ts";
import { linesFaults } from "./lines-faults.ts";
import { looksAtChosenOnly, tellsOfOthers } from "./looks-at-chosen.ts";
import { missingFiles, type PathTest, testsOfNames } from "./named-files.ts";
import type { SelectedFiles, Selection, SelectionRequest, SelectionSources } from "./selection.ts";
import { selectionReport } from "./selection-report.ts";

/**
 * Finds the files that a request is about: those that pass every part of its choice. Git lists them, so that ignored
 * files are never among them, and files that are gone are left out.
 */
export async function findSelected(
  request: SelectionRequest,
  sources: SelectionSources,
): Promise<Selection> {
  const { root, paths: wanted, planned, isChosen = false } = request;
  const refused = (diagnostics: readonly Diagnostic[]) => ({ selected: undefined, diagnostics });
  const faults = findChoiceFaults(request);
  if (faults.length > 0) return refused(faults);
  const staged = request.staged
    ? await (await import("./select-staged.ts")).selectStaged(request, sources)
    : undefined;
  if (staged && "diagnostics" in staged) return refused(staged.diagnostics);
  const { listing: whole } = sources;
  const chosen = await findChosen(request, sources);
  const listing = staged ? stagedListing(whole, staged) : (chosen ?? whole);
  const named = await testsOfNames(root, request, sources);
  if ("fault" in named) return refused([named.fault]);
  const globs = testsOfGlobs(request);
  const tests = [
    ...named.tests,
    planned && inSet(planned),
    sources.since === undefined || isChosen
      ? undefined
      : await changedSince(request, sources.since, {
          ...sources,
          listing,
          isPart: chosen !== undefined,
        }),
    staged && inSet([...staged.files]),
    ...globs,
  ].filter((test) => test !== undefined);
  if (tests.length === 0) return { selected: undefined, diagnostics: [] };
  const listed = await createOverlayWorkspace(root, listing).listFiles();
  const diagnostics = [
    ...missingFiles(request.files, sources.cwd),
    ...(staged ? [] : unmatchedPaths(wanted, listed)),
  ];
  const paths = listed.filter((path) => tests.every((test) => test(path))).sort(comparePaths);
  const ignored = await listing.ignored.catch(() => []);
  const { since, sinceFrom } = sources;
  const selection = selectionReport(request, { fileCount: paths.length, since, sinceFrom });
  return {
    selected: selectionOf(paths, listed, { ignored, globs }),
    selection,
    staged,
    tree: chosen,
    diagnostics,
  };
}

/** Returns the answers of git about the files alone that a request chooses, if nothing else is looked at. */
async function findChosen(
  request: SelectionRequest,
  sources: SelectionSources,
): Promise<GitListing | undefined> {
  const { listing, since } = sources;
  if (!looksAtChosenOnly(request, sources)) return undefined;
  const chosen =
    listing.chosen ?? (since === undefined ? undefined : listing.changedSince?.(since));
  if (chosen === undefined) return undefined;
  const listed = await createOverlayWorkspace(request.root, chosen).listFiles();
  return tellsOfOthers(sources.recipes, listed) ? undefined : chosen;
}

function testsOfGlobs({
  paths,
  exclude,
}: Pick<RunRequest, "paths" | "exclude">): readonly PathTest[] {
  return [
    ...(paths.length > 0 ? [pathMatcher(paths.map(tidyPath))] : []),
    ...(exclude.length > 0 ? [not(pathMatcher(exclude.map(tidyPath)))] : []),
  ];
}

/** Files that git does not track are changed, too. */
async function changedSince(
  { root, staged }: Pick<RunRequest, "root" | "staged">,
  commit: string,
  { env, reader: { loading }, listing, isPart }: SelectionSources & { readonly isPart: boolean },
): Promise<PathTest> {
  const { changedFiles } = await import("../../git/changed-files.ts");
  const git = loading.gitIn(root, env);
  const files = await listing.files;
  // Many names take several calls of git, one after another.
  const areFew = files !== undefined && files.paths.length <= MOST_PATHS;
  const among = isPart && areFew ? { among: files.paths } : {};
  const changed = await changedFiles(git, commit, {
    where: staged ? "index" : "work tree",
    ...among,
  });
  return inSet([...changed, ...(files?.untracked ?? [])]);
}

function selectionOf(
  paths: readonly string[],
  listed: readonly string[],
  { ignored, globs }: { readonly ignored: readonly string[]; readonly globs: readonly PathTest[] },
): SelectedFiles {
  const selected = new Set(paths);
  const others = new Set([...listed, ...ignored]);
  const mayBeMade = (path: string) =>
    !others.has(path) && !isBelowOne(path, others) && globs.every((test) => test(path));
  return { paths, has: (path) => selected.has(path) || mayBeMade(path) };
}

/** Warns of globs that match no file at all: a check that they were meant for would check nothing. */
function unmatchedPaths(
  globs: readonly string[],
  listed: readonly string[],
): readonly Diagnostic[] {
  return globs
    .filter((glob) => pathsMatching([tidyPath(glob)], listed).length === 0)
    .map((glob) => {
      const message = `--paths: ${shown(glob)} matches no file.`;
      return { code: "file-not-found", severity: "warning", message };
    });
}

/** True if a folder of the path, `dist/`, is in the set. */
function isBelowOne(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (folders.has(path.slice(0, end + 1))) return true;
  return false;
}

function inSet(paths: readonly string[]): PathTest {
  const set = new Set(paths);
  return (path) => set.has(path);
}

function not(test: PathTest): PathTest {
  return (path) => !test(path);
}

/** Finds the faults of a choice of files that are known before a file is looked at. */
function findChoiceFaults(
  request: Pick<RunRequest, "paths" | "exclude" | "changedLines" | "since" | "staged">,
): readonly Diagnostic[] {
  const { paths, exclude } = request;
  return [
    ...globFaults("paths", paths),
    ...globFaults("exclude", exclude),
    ...linesFaults(request),
  ];
}

function globFaults(option: string, globs: readonly string[]): readonly Diagnostic[] {
  return globs.flatMap((glob) => {
    const fault = pathFault(glob) ?? globFault(glob);
    if (fault === undefined) return [];
    const message = `--${option}: ${shown(glob)} ${fault}.`;
    return [{ code: "invalid-option", severity: "error", message } as const];
  });
}
