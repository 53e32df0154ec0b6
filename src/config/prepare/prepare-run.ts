import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { callsOf, promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import { sortDiagnostics } from "../../model/sort-diagnostics.ts";
import { ToolError } from "../../model/tool-error.ts";
import { type CodeBearer, codeBearers, hasCode } from "../../recipe/code-of.ts";
import { givenTexts } from "../../request/given-objects.ts";
import type { ListedWorld } from "../../request/listed-world.ts";
import type { RunRequest } from "../../request/request.ts";
import type { CodeFolder } from "../../tools/code-folder.ts";
import { findRootFault } from "../../tree/find-root-fault.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import { ownOutputsOf } from "../../tree/own-outputs.ts";
import { refuseDirty } from "../../tree/require-clean.ts";
import { watchTree } from "../../tree/watch-tree.ts";
import { allowanceOf, refuseVariables } from "../consent/command-consent.ts";
import { selectFiles } from "../selection/select-files.ts";
import { withSelection } from "../selection/with-selection.ts";
import { dealShard } from "../shards/deal-shard.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";
import { openSources } from "../sources/open-sources.ts";
import { readStandardRecipe } from "../sources/read-standard-recipe.ts";
import { referencesOf } from "../sources/references.ts";
import { surroundingsOfRun } from "../surroundings/prepare-surroundings.ts";
import type { Extensions } from "./extensions.ts";
import { findUnreadable } from "./find-unreadable.ts";
import { openCode } from "./open-code.ts";
import { prepareConversations } from "./prepare-conversations.ts";
import { NOTHING_PREPARED, type PreparedRun } from "./prepared-run.ts";
import { readProposal } from "./read-proposal.ts";
import { readRequest } from "./read-request.ts";
import { loadExtensions, refuseCode } from "./recipe-extensions.ts";

/** Step 2 of a run: recipes, policy and inputs are read, checked and normalized; every problem is reported. */
export async function prepareRun(request: RunRequest, world: ListedWorld): Promise<PreparedRun> {
  const { faults = [] } = request;
  if (faults.length > 0) return { ...NOTHING_PREPARED, diagnostics: faults };
  const rootFault = await findRootFault(request.root);
  if (rootFault !== undefined) return { ...NOTHING_PREPARED, diagnostics: [rootFault] };
  let trust: PreparedRun["trust"] = null;
  try {
    const signal = AbortSignal.any([world.interrupted, world.timedOut]);
    const given = await readStandardRecipe(request, world, signal);
    if ("fault" in given) return { ...NOTHING_PREPARED, diagnostics: [given.fault] };
    const proposed = await readProposal(request, world, signal);
    if ("fault" in proposed) return { ...NOTHING_PREPARED, diagnostics: [proposed.fault] };
    const whole = { ...request, ...given };
    const { configuredIn: from = request.root } = world;
    const opened = await openSources({ ...whole, root: from }, world, signal);
    trust = opened.trust;
    if (opened.kind === "opened") return await prepareFrom(opened.reader, whole, world, proposed);
    return { ...NOTHING_PREPARED, trust, diagnostics: [opened.fault] };
  } catch (error) {
    if (error instanceof LoadingStopped) return { ...NOTHING_PREPARED, trust, isStopped: true };
    if (!(error instanceof ToolError)) throw error;
    // Git cannot list the files, of which the request chooses some.
    const fault = {
      code: "invalid-root",
      severity: "error",
      message: `${error.message}.`,
    } as const;
    return { ...NOTHING_PREPARED, trust, diagnostics: [fault] };
  }
}

async function prepareFrom(
  reader: ConfigReader,
  request: RunRequest,
  world: ListedWorld,
  proposed: Pick<PreparedRun, "givenPatch">,
): Promise<PreparedRun> {
  const unclean = request.requireClean ? await refuseDirty(request.root, world.listing) : [];
  const read = await readRequest(request, reader, world);
  const { recipes, given } = read;
  const { policy, distrusted, missing } = read.policy;
  const allowance = allowanceOf(request, policy, distrusted);
  const surroundings = { ...world, reader };
  const talks = await prepareConversations(recipes, request, surroundings, allowance);
  const around = await surroundingsOfRun(request, policy, { ...surroundings, recipes });
  const { since, sinceFrom } = around.found;
  const sources = { ...surroundings, recipes, policy, since, sinceFrom };
  const chosen = await selectFiles(request, sources);
  const unreadable = await findUnreadable(recipes, read.packages, {
    known: chosen.selected?.paths ?? [],
    list: () => createOverlayWorkspace(request.root, world.listing).listFiles(),
  });
  const dealt = await dealShard(request, { ...surroundings, recipes, chosen });
  const bearers = codeBearers(recipes, policy);
  const refused = refuseVariables(bearers, allowance);
  const own = { diagnostics: [...unclean, ...read.diagnostics, ...unreadable, ...refused] };
  const found = diagnosticsOf(request, [own, talks, around, chosen, dealt]);
  const extended = await extend({ recipes, bearers }, request, hasErrors(found), surroundings);
  const problems = sortDiagnostics([...reader.notes, ...found, ...extended.diagnostics]);
  return {
    ...proposed,
    ...chosen,
    ...dealt,
    ...extended,
    isOfClient: request.client !== undefined,
    recipes: await withSelection(recipes, request, chosen.selected, surroundings),
    onlyChangedLines: request.changedLines || undefined,
    given,
    ownInputs: read.ownInputs,
    models: talks.models,
    resumed: talks.resumed,
    // The policy decides by what all shards find.
    policy: dealt.shard !== undefined && request.command === "preview" ? undefined : policy,
    get sources() {
      return reader.sources;
    },
    trust: reader.trust,
    ...around.found,
    references: referencesOf(reader),
    shippedFiles: reader.shippedFiles,
    givenTexts: givenTexts(reader.objects),
    diagnostics: reader.withoutForeignText([...problems, ...missing]),
  };
}

/** Returns the notes of a request, and the diagnostics of all that was read for it. */
function diagnosticsOf(
  { notes = [] }: RunRequest,
  parts: readonly { readonly diagnostics: readonly Diagnostic[] }[],
): readonly Diagnostic[] {
  return [...notes, ...parts.flatMap(({ diagnostics }) => diagnostics)];
}

/** The recipes, and all that brings code. */
interface Extended {
  readonly recipes: readonly Recipe[];
  readonly bearers: readonly CodeBearer[];
}

/** Loads the code of the recipes: last, and only if it is allowed and nothing else is wrong. */
async function extend(
  { recipes, bearers }: Extended,
  request: RunRequest,
  isInvalid: boolean,
  world: ListedWorld & { readonly reader: ConfigReader },
): Promise<Pick<PreparedRun, "extensions" | "watch" | "dispose" | "diagnostics">> {
  const { allowCode } = request;
  const none = { extensions: undefined, watch: undefined, dispose: async () => undefined };
  const refused = allowCode ? [] : refuseCode(bearers);
  if (refused.length > 0) return { ...none, diagnostics: refused };
  if (isInvalid) return { ...none, diagnostics: [] };
  const { opened, diagnostics } = await openCode(bearers, request, world);
  if (opened === undefined) return { ...none, diagnostics };
  try {
    const loaded = await load({ recipes, bearers }, request, world, opened.code);
    const all = [...diagnostics, ...loaded.diagnostics];
    return { ...loaded, diagnostics: all, dispose: opened.remove };
  } catch (error) {
    await opened.remove();
    throw error;
  }
}

/** Checks the tools that recipes name. The table of tools is loaded only if there are any. */
async function checkNames(
  recipes: readonly Recipe[],
  extensions: Extensions,
): Promise<readonly Diagnostic[]> {
  const namesTool = (recipe: Recipe) =>
    promptsOf(recipe).length > 0 || callsOf(recipe).some(({ kind }) => kind === "tool");
  if (!recipes.some(namesTool)) return [];
  const { checkToolSteps } = await import("./check-tool-steps.ts");
  return checkToolSteps(recipes, extensions);
}

/** Loads code from a folder that stands for the root; it must not write in the root meanwhile. */
async function load(
  { recipes, bearers }: Extended,
  request: RunRequest,
  world: ListedWorld & { readonly reader: ConfigReader },
  code: CodeFolder,
): Promise<Pick<PreparedRun, "extensions" | "watch" | "diagnostics">> {
  const { root } = request;
  const watch = bearers.some(hasCode)
    ? await watchTree(
        root,
        createOverlayWorkspace(root, world.listing),
        ownOutputsOf(request, world),
      )
    : undefined;
  const { extensions, diagnostics } = await loadExtensions(bearers, {
    root,
    code,
    emit: world.emit,
    signal: AbortSignal.any([world.interrupted, world.timedOut]),
  });
  world.reader.loading.check(); // Code that a signal cut off is not broken.
  const unknown = hasErrors(diagnostics) ? [] : await checkNames(recipes, extensions);
  const written = (await watch?.changed()) ?? [];
  const wrote: Diagnostic[] = written.map((path) => ({
    code: "invalid-tool",
    severity: "error",
    message: `${path} was written while code of the recipes was loaded: loading may only read.`,
  }));
  return { extensions, watch, diagnostics: [...diagnostics, ...unknown, ...wrote] };
}
