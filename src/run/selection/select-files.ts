import { lstatSync } from "node:fs";
import { relative, resolve } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { changedFiles } from "../../git/changed-files.ts";
import { gitIn } from "../../git/run-git.ts";
import type { StagedState } from "../../git/staged/read-staged.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { FileSelection } from "../../model/recipe/scope-rules.ts";
import type { World } from "../../model/world.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import { comparePaths, tidyPath, toPosix } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { GitListing } from "../request/git-listing.ts";
import type { FileChoice, RunRequest } from "../request/request.ts";
import type { LoadingStop } from "../sources/loading-stop.ts";
import { stagedListing } from "../staged/staged-listing.ts";
import { createOverlayWorkspace } from "../tree/overlay-workspace.ts";
import { findChoiceFaults } from "./find-choice-faults.ts";
import { readFileList } from "./read-file-list.ts";
import { selectStaged } from "./select-staged.ts";

/** The files that a request is about, as they were when the run began. */
export interface SelectedFiles extends FileSelection {
  /** Sorted. */
  readonly paths: readonly string[];
}

/** The selection of a request; undefined if it is about all files. */
export interface Selection {
  readonly selected: SelectedFiles | undefined;
  /** What is staged, if the request is about that. */
  readonly staged?: StagedState | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The sources of a selection. */
interface SelectionSources extends Pick<World, "cwd" | "env" | "standardInput"> {
  readonly listing: GitListing;
  readonly reader: { readonly loading: LoadingStop };
  readonly recipes: readonly Recipe[];
  readonly policy: Policy | undefined;
  /** The id of the commit of `--since`. */
  readonly since: string | undefined;
}

/**
 * Finds the files that a request is about: those that pass every part of its choice. Git lists them, so that ignored
 * files are never among them, and files that are gone are left out.
 */
export async function selectFilesOf(
  request: Pick<RunRequest, "root" | "command" | "resume" | "since" | keyof FileChoice>,
  sources: SelectionSources,
): Promise<Selection> {
  const { root, paths: wanted = [], exclude = [], planned } = request;
  const faults = findChoiceFaults(request);
  if (faults.length > 0) return { selected: undefined, diagnostics: faults };
  const staged = request.staged ? await selectStaged(request, sources) : undefined;
  if (staged && "diagnostics" in staged)
    return { selected: undefined, diagnostics: staged.diagnostics };
  const listing = staged ? stagedListing(sources.listing, staged) : sources.listing;
  const named = await namesOf(request, sources);
  if ("fault" in named) return { selected: undefined, diagnostics: [named.fault] };
  const roots = [root, realPathOf(root) ?? root];
  const tests = [
    named.names && inSet(named.names.map((name) => pathBelow(roots, resolve(sources.cwd, name)))),
    planned && inSet(planned),
    sources.since === undefined
      ? undefined
      : await changedSince(request, sources.since, { ...sources, listing }),
    staged && inSet([...staged.files]),
    wanted.length > 0 ? pathMatcher(wanted.map(tidyPath)) : undefined,
    exclude.length > 0 ? not(pathMatcher(exclude.map(tidyPath))) : undefined,
  ].filter((test) => test !== undefined);
  if (tests.length === 0) return { selected: undefined, diagnostics: [] };
  const diagnostics = missingFiles(request.files, sources.cwd);
  const listed = await createOverlayWorkspace(root, listing).listFiles();
  const paths = listed.filter((path) => tests.every((test) => test(path))).sort(comparePaths);
  const ignored = await listing.ignored.catch(() => []);
  return { selected: selectionOf(paths, listed, ignored), staged, diagnostics };
}

/** The most missing files that are named. */
const MOST_NAMED = 5;

/** Warns of files that a person named and that do not exist; a list may well have some that were removed. */
function missingFiles(files: readonly string[] = [], cwd: string): readonly Diagnostic[] {
  const missing: string[] = [];
  for (const file of files)
    if (lstatSync(resolve(cwd, file), { throwIfNoEntry: false }) === undefined) missing.push(file);
  const more = missing.length > MOST_NAMED ? `, and ${missing.length - MOST_NAMED} more` : "";
  const names = missing.slice(0, MOST_NAMED).map(shown).join(", ");
  const message = `Left out, because there is no such file: ${names}${more}.`;
  return missing.length > 0 ? [{ code: "file-not-found", severity: "warning", message }] : [];
}

/** Returns recipes for the selected files only. */
export function withSelection(
  recipes: readonly Recipe[],
  selection: FileSelection | undefined,
): readonly Recipe[] {
  if (selection === undefined) return recipes;
  return recipes.map((recipe) => ({ ...recipe, scope: { ...recipe.scope, selection } }));
}

/** Returns the names that the request lists; undefined if it lists none. */
async function namesOf(
  { files, filesFrom }: FileChoice,
  sources: SelectionSources,
): Promise<{ readonly names: readonly string[] | undefined } | { readonly fault: Diagnostic }> {
  if (filesFrom === undefined) return { names: files };
  const list = await readFileList(filesFrom, sources, sources.reader.loading.signal);
  return "fault" in list ? list : { names: [...(files ?? []), ...list.names] };
}

type PathTest = (path: string) => boolean;

/** Files that git does not track are changed, too. */
async function changedSince(
  { root, staged }: Pick<RunRequest, "root" | "staged">,
  commit: string,
  { env, reader: { loading }, listing }: SelectionSources,
): Promise<PathTest> {
  const changed = await changedFiles(
    loading.ofGit(gitIn(root, env)),
    commit,
    staged ? "index" : "work tree",
  );
  const untracked = (await listing.files)?.untracked ?? [];
  return inSet([...changed, ...untracked]);
}

function selectionOf(
  paths: readonly string[],
  listed: readonly string[],
  ignored: readonly string[],
): SelectedFiles {
  const selected = new Set(paths);
  const others = new Set([...listed, ...ignored]);
  return {
    paths,
    has: (path) => selected.has(path) || (!others.has(path) && !isBelowOne(path, others)),
  };
}

/** True if a folder of the path, `dist/`, is in the set. */
function isBelowOne(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (folders.has(path.slice(0, end + 1))) return true;
  return false;
}

/** Returns the path of a file relative to the root, which may be named by a link; outside of it with `..`. */
function pathBelow(roots: readonly string[], absolute: string): string {
  const paths = roots.map((root) => toPosix(relative(root, absolute)));
  return paths.find((path) => !path.startsWith("..")) ?? "..";
}

function inSet(paths: readonly string[]): PathTest {
  const set = new Set(paths);
  return (path) => set.has(path);
}

function not(test: PathTest): PathTest {
  return (path) => !test(path);
}
