import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import { sortDiagnostics } from "../../model/sort-diagnostics.ts";
import type { CodeFolder } from "../../tools/code-folder.ts";
import type { GitListing } from "../request/git-listing.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { selectFilesOf, withSelection } from "../selection/select-files.ts";
import { packageFolderFaults } from "../sources/callers-packages.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";
import { openSources } from "../sources/open-sources.ts";
import { referencesOf } from "../sources/references.ts";
import { surroundingsOfRun } from "../surroundings/prepare-surroundings.ts";
import { checkCommits } from "../tree/check-commits.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import { missingPaths } from "../tree/missing-paths.ts";
import { createOverlayWorkspace } from "../tree/overlay-workspace.ts";
import { ownOutputsOf } from "../tree/own-outputs.ts";
import { refuseDirty } from "../tree/require-clean.ts";
import { watchTree } from "../tree/watch-tree.ts";
import { checkToolSteps } from "./check-tool-steps.ts";
import { openCode } from "./open-code.ts";
import { packagePlaces } from "./package-places.ts";
import { prepareConversations } from "./prepare-conversations.ts";
import { policyMissing, preparePolicy } from "./prepare-policy.ts";
import { prepareRecipes } from "./prepare-recipes.ts";
import { NOTHING_PREPARED, type PreparedRun } from "./prepared-run.ts";
import { readInputsFile } from "./read-inputs-file.ts";
import { loadExtensions, refuseCode } from "./recipe-extensions.ts";
import { refuseRepeated } from "./repeated-recipes.ts";
import { undeclaredInputs } from "./undeclared-inputs.ts";
import { unreadablePaths } from "./unreadable-paths.ts";

/** A world in which git was asked about the root. */
export interface ListedWorld extends RunWorld {
  readonly listing: GitListing;
}

/** Step 2 of a run: recipes, policy and inputs are read, checked and normalized; every problem is reported. */
export async function prepareRun(request: RunRequest, world: ListedWorld): Promise<PreparedRun> {
  const { faults = [] } = request;
  if (faults.length > 0) return { ...NOTHING_PREPARED, diagnostics: faults };
  const rootFault = await findRootFault(request.root);
  if (rootFault !== undefined) return { ...NOTHING_PREPARED, diagnostics: [rootFault] };
  let trust: PreparedRun["trust"] = null;
  try {
    const opened = await openSources(request, world, signalOf(world));
    trust = opened.trust;
    if (opened.kind === "opened") return await prepareFrom(opened.reader, request, world);
    return { ...NOTHING_PREPARED, trust, diagnostics: [opened.fault] };
  } catch (error) {
    if (error instanceof LoadingStopped) return { ...NOTHING_PREPARED, trust, isStopped: true };
    throw error;
  }
}

/** Returns the signal that fires when a run is to end. */
function signalOf({ interrupted, timedOut }: RunWorld): AbortSignal {
  return AbortSignal.any([interrupted, timedOut]);
}

async function prepareFrom(
  reader: ConfigReader,
  request: RunRequest,
  world: ListedWorld,
): Promise<PreparedRun> {
  const { requireClean, root } = request;
  const unclean = requireClean ? await refuseDirty(root, world.listing) : [];
  const read = await readRequest(request, reader, world);
  const { recipes, given } = read;
  const { policy, missing } = read.policy;
  const surroundings = { ...world, reader };
  const talks = await prepareConversations(recipes, request, surroundings, policy);
  const around = await surroundingsOfRun(request, policy, surroundings);
  const { since } = around.found;
  const chosen = await selectFilesOf(request, { ...surroundings, recipes, policy, since });
  const parts = [read, talks, around, chosen];
  const found = [...unclean, ...parts.flatMap(({ diagnostics }) => diagnostics)];
  const extended = await extend(recipes, request, hasErrors(found), surroundings);
  const problems = sortDiagnostics([...reader.notes, ...found, ...extended.diagnostics]);
  return {
    recipes: withSelection(recipes, chosen.selected),
    selected: chosen.selected,
    staged: chosen.staged,
    given,
    models: talks.models,
    resumed: talks.resumed,
    policy,
    extensions: extended.extensions,
    watch: extended.watch,
    get sources() {
      return reader.sources;
    },
    trust: reader.trust,
    ...around.found,
    references: referencesOf(reader),
    shippedFiles: reader.shippedFiles,
    dispose: extended.dispose,
    diagnostics: reader.withoutForeignText([...problems, ...missing]),
  };
}

/** Reads the inputs, the recipes and the policy of a request. */
async function readRequest(request: RunRequest, reader: ConfigReader, world: ListedWorld) {
  const { root, command } = request;
  const fromFile = await readInputsFile(request.inputsFile, reader);
  const given = { ...fromFile.values, ...request.inputs };
  const packages = packagePlaces(request, reader.trust, world);
  const binding = { kind: "values", values: given } as const;
  const prepared = await prepareRecipes(request.recipes, { reader, packages }, binding);
  const { recipes } = prepared;
  const policy = await policyOf(request, reader);
  const diagnostics = [
    ...packageFolderFaults({ ...request, cwd: world.cwd }),
    ...fromFile.diagnostics,
    ...prepared.diagnostics,
    ...(command === "plan" ? refuseRepeated(recipes) : []),
    ...(await missingPaths(recipes, root)),
    ...(await unreadablePaths(recipes, packages, () =>
      createOverlayWorkspace(root, world.listing).listFiles(),
    )),
    ...undeclaredInputs(Object.keys(given), prepared.inputs),
    ...policy.diagnostics,
    ...(await checkCommits(policy.policy, request, world)),
  ];
  return { recipes, given, policy, diagnostics };
}

/** The policy of a request; `missing`: the diagnostic that none was named, which comes last. */
async function policyOf(
  { command, policy: named }: RunRequest,
  reader: ConfigReader,
): Promise<Pick<PreparedRun, "policy" | "diagnostics"> & { readonly missing: Diagnostic[] }> {
  const { policy, diagnostics } = await preparePolicy(named, reader);
  const isMissing = command !== "preview" && !policy && !hasErrors(diagnostics);
  return { policy, diagnostics, missing: isMissing ? [policyMissing(command)] : [] };
}

/** Loads the code of the recipes: last, and only if it is allowed and nothing else is wrong. */
async function extend(
  recipes: readonly Recipe[],
  request: RunRequest,
  isInvalid: boolean,
  world: ListedWorld & { readonly reader: ConfigReader },
): Promise<Pick<PreparedRun, "extensions" | "watch" | "dispose" | "diagnostics">> {
  const { allowCode } = request;
  const none = { extensions: undefined, watch: undefined, dispose: async () => undefined };
  const refused = allowCode ? [] : refuseCode(recipes);
  if (refused.length > 0) return { ...none, diagnostics: refused };
  if (isInvalid) return { ...none, diagnostics: [] };
  const { opened, diagnostics } = await openCode(recipes, request, {
    ...world,
    signal: signalOf(world),
  });
  if (opened === undefined) return { ...none, diagnostics };
  try {
    const loaded = await load(recipes, request, world, opened.code);
    const all = [...diagnostics, ...loaded.diagnostics];
    return { ...loaded, diagnostics: all, dispose: opened.remove };
  } catch (error) {
    await opened.remove();
    throw error;
  }
}

/** Loads code from a folder that stands for the root; it must not write in the root meanwhile. */
async function load(
  recipes: readonly Recipe[],
  request: RunRequest,
  world: ListedWorld & { readonly reader: ConfigReader },
  code: CodeFolder,
): Promise<Pick<PreparedRun, "extensions" | "watch" | "diagnostics">> {
  const { root } = request;
  const hasCode = recipes.some(({ tools, hooks }) => tools.length + hooks.length > 0);
  const watch = hasCode
    ? await watchTree(
        root,
        createOverlayWorkspace(root, world.listing),
        ownOutputsOf(request, world.cwd),
      )
    : undefined;
  const { extensions, diagnostics } = await loadExtensions(recipes, {
    root,
    code,
    emit: world.emit,
    signal: signalOf(world),
  });
  world.reader.loading.check(); // Code that a signal cut off is not broken.
  const unknown = hasErrors(diagnostics) ? [] : checkToolSteps(recipes, extensions);
  const written = (await watch?.changed()) ?? [];
  const wrote: Diagnostic[] = written.map((path) => ({
    code: "invalid-tool",
    severity: "error",
    message: `${path} was written while code of the recipes was loaded: loading may only read.`,
  }));
  return { extensions, watch, diagnostics: [...diagnostics, ...unknown, ...wrote] };
}
