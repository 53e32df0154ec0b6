import { type CreatedFile, createOutputFiles } from "../apply/disk/create-output-files.ts";
import { packagePlaces } from "../config/prepare/package-places.ts";
import type { ConfigReader } from "../config/sources/config-reader.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { findOfTree } from "../config/sources/locate-recipe.ts";
import { openSources } from "../config/sources/open-sources.ts";
import { createGrammars } from "../edit/language/grammars.ts";
import { languageOfPath } from "../edit/language/language.ts";
import { outputFolders } from "../files/tree-link.ts";
import { walkFiles } from "../files/walk-files.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { World } from "../model/world.ts";
import { loadRecipe } from "../recipe/load-recipe.ts";
import type { PackagePlaces } from "../shared/package-places.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { astGrepRecipes } from "./init/ast-grep-recipes.ts";
import {
  type ExampleLanguage,
  exampleRecipe,
  GITLAB_FILE,
  GITLAB_JOB,
  githubWorkflow,
  gitlabFiles,
  PRE_COMMIT_FILE,
  preCommitConfig,
  preCommitEntry,
  type StarterFile,
  starterPolicy,
  starterProject,
} from "./init/starter-files.ts";

/** The request of `sluice init`. */
export interface InitRequest {
  /** Absolute; a folder. */
  readonly root: string;
  readonly github: boolean;
  readonly gitlab: boolean;
  readonly preCommit: boolean;
  /** The policy is one for what agents write. */
  readonly agents: boolean;
  /** The origin of recipes. Default: rules of the tree, otherwise an example. */
  readonly from?: "ast-grep" | undefined;
}

/** The files that were made, or the problems for which none was. */
export type InitOutcome =
  | {
      readonly kind: "done";
      readonly files: readonly CreatedFile[];
      /** Sentences about what a person may want to do. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "stopped" };

/** `sluice init`: makes the files of a project that works at once. Replaces nothing. */
export async function initProject(
  request: InitRequest,
  world: World,
  signal: AbortSignal,
): Promise<InitOutcome> {
  const { root } = request;
  const objects = new Map<string, object | string>();
  try {
    const asked = { root, trust: "all", base: undefined, objects } as const;
    const opened = await openSources(asked, world, signal);
    if (opened.kind === "refused") return { kind: "refused", diagnostics: [opened.fault] };
    const { reader, trust } = opened;
    // Nothing of the root's own packages is loaded.
    const packages = packagePlaces({ root, packages: [], allowCode: false }, trust, world);
    const desk = { places: { reader, packages }, objects, version: world.version };
    const found =
      request.from === "ast-grep"
        ? await astGrepRecipes(desk)
        : await ownRecipes(request, world, reader, packages, signal);
    if ("diagnostics" in found) return { kind: "refused", diagnostics: found.diagnostics };
    const files = [...found.recipes.filter(isFile), ...filesFor(request, found.recipes, world)];
    const created = await createOutputFiles(outputFolders(root, root, world.env), files);
    return { kind: "done", files: created, notes: [...found.notes, ...notesOn(created, world)] };
  } catch (error) {
    if (error instanceof LoadingStopped) return { kind: "stopped" };
    throw error;
  }
}

/** A recipe of the project: one that is there, or a file to be made. */
type ProjectRecipe = { readonly name: string } | (StarterFile & { readonly name: string });

function isFile(recipe: ProjectRecipe): recipe is StarterFile & { readonly name: string } {
  return "text" in recipe;
}

/** Returns the recipes of the tree that run without inputs; without any, an example. */
async function ownRecipes(
  { root }: InitRequest,
  { env, version }: World,
  reader: ConfigReader,
  packages: PackagePlaces,
  signal: AbortSignal,
): Promise<{ readonly recipes: readonly ProjectRecipe[]; readonly notes: readonly string[] }> {
  const ready: { readonly name: string }[] = [];
  for (const { name, place } of await findOfTree(reader)) {
    // Names stand in files of CI systems: a file of strangers may have any name.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) continue;
    const read = await reader.read(place, "recipe");
    const loaded: ReturnType<typeof loadRecipe> | undefined =
      "text" in read ? loadRecipe(read.text, read.path, { kind: "values", values: {} }) : undefined;
    if (loaded?.recipe !== undefined) ready.push({ name });
  }
  if (ready.length > 0) return { recipes: ready, notes: [] };
  const listing = await startGitListing(root, env, { signal }).files.catch(() => NOT_LISTED);
  const paths = listing?.paths ?? (await reader.loading.unlessStopped(walkFiles(root)));
  reader.loading.check(); // Git may have been stopped.
  const { language, notes } = exampleLanguage(paths, packages);
  return { recipes: [exampleRecipe(language, version)], notes };
}

/** A repository that git does not list gets an example, too. */
const NOT_LISTED = { paths: [] };

/**
 * Returns the language of the example: Python, if most of the code is and its grammar is there. Says so if no file has
 * that language.
 */
function exampleLanguage(
  paths: readonly string[],
  packages: PackagePlaces,
): { readonly language: ExampleLanguage; readonly notes: readonly string[] } {
  const counts = { python: 0, javascript: 0 };
  for (const path of paths) {
    const language = languageOfPath(path) ?? "";
    if (language === "python") counts.python += 1;
    if (["javascript", "typescript", "tsx"].includes(language)) counts.javascript += 1;
  }
  if (counts.python > counts.javascript) {
    const isReady = createGrammars(packages).readinessOf("python").kind === "ready";
    if (isReady) return { language: "python", notes: [] };
  }
  const notes = paths.length > 0 && counts.javascript === 0 ? [ONLY_EXAMPLE] : [];
  return { language: "javascript", notes };
}

const ONLY_EXAMPLE =
  "The recipe is an example for JavaScript, and no file here is: write yours in its place. See sluice doctor.";

function filesFor(
  { github, gitlab, preCommit, agents }: InitRequest,
  recipes: readonly ProjectRecipe[],
  { version }: World,
): readonly StarterFile[] {
  const names = recipes.map(({ name }) => name);
  return [
    starterPolicy(agents ? "safe-for-agents" : "safe", version),
    starterProject(names, version),
    ...(github ? [githubWorkflow(names, version)] : []),
    ...(gitlab ? gitlabFiles(version) : []),
    ...(preCommit ? [preCommitConfig(version)] : []),
  ];
}

/** Says what a person adds to files that were there already. */
function notesOn(created: readonly CreatedFile[], { version }: World): readonly string[] {
  return created.flatMap(({ path, state }) => {
    if (state !== "kept") return [];
    if (path === GITLAB_FILE) return [`Add to \`include\` of ${path}: { local: ${GITLAB_JOB} }`];
    if (path === PRE_COMMIT_FILE)
      return [`Add to \`repos\` of ${path}:\n${preCommitEntry(version).trimEnd()}`];
    return [];
  });
}
