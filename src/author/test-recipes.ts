import { makeNamedScratchTree } from "../apply/disk/scratch-tree.ts";
import { packagePlaces } from "../config/prepare/package-places.ts";
import { resolveShard } from "../config/shards/find-shard.ts";
import { shardOfName } from "../config/shards/shard-of-name.ts";
import { packageFolderFaults } from "../config/sources/callers-packages.ts";
import type { ConfigReader } from "../config/sources/config-reader.ts";
import { expandRecipes } from "../config/sources/expand-recipes.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { findOfTree } from "../config/sources/locate-recipe.ts";
import { openSources } from "../config/sources/open-sources.ts";
import { exactName } from "../config/sources/source-place.ts";
import { createGrammars } from "../edit/language/grammars.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { TestedRecipe } from "../model/recipe/recipe-tests.ts";
import { sortDiagnostics } from "../model/sort-diagnostics.ts";
import type { FieldsOf } from "../request/options/request-fields.ts";
import type { Consent, RunWorld } from "../request/request.ts";
import { shown } from "../shared/shown.ts";
import { type MadeReady, type ReadyRecipe, readyRecipe } from "./testing/ready-recipe.ts";
import type { ExecuteRun } from "./testing/run-case.ts";
import { type Testing, testRecipe } from "./testing/test-recipe.ts";
import { updateFaults } from "./testing/update-faults.ts";

/** The recipes to test, and how. */
export interface TestRequest extends FieldsOf<"test">, Pick<Consent, "allowEnv"> {
  /** Absolute. */
  readonly root: string;
  /** Names, paths, folders and globs. Empty: all recipes of the root that have a name. */
  readonly recipes: readonly string[];
}

/** The outcome of the tests. */
export type TestOutcome =
  | {
      readonly kind: "tested";
      readonly recipes: readonly TestedRecipe[];
      readonly diagnostics: readonly Diagnostic[];
      /** An error of Sluice itself in a run, with its stack. */
      readonly fault?: string | undefined;
    }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "stopped" };

/**
 * `sluice test`: runs the cases that lie beside recipes, each in a temporary tree of its own, through the same trunk as
 * `sluice run`. Writes nothing else, but what `isUpdate` asks for. The signals of the world end it.
 */
export async function testRecipes(
  request: TestRequest,
  world: RunWorld,
  execute: ExecuteRun,
): Promise<TestOutcome> {
  const signal = AbortSignal.any([world.interrupted, world.timedOut]);
  try {
    const opened = await openSources(request, world, signal);
    if (opened.kind === "refused") return { kind: "invalid", diagnostics: [opened.fault] };
    const { reader } = opened;
    const grammars = createGrammars(packagePlaces(request, reader.trust, world));
    const { recipes, diagnostics } = await readAll(request, { reader, grammars, world });
    if (hasErrors(diagnostics)) return { kind: "invalid", diagnostics };
    const { mode, base } = reader.trust;
    const consent = { ...consentOf(request), trust: mode, base: base ?? undefined };
    const means = { request, consent, world, grammars, signal, execute };
    return await testAll(recipes, diagnostics, means);
  } catch (error) {
    if (error instanceof LoadingStopped) return { kind: "stopped" };
    throw error;
  }
}

/** Recipes that are ready, and the errors of all of them. */
interface ReadyRecipes {
  readonly recipes: readonly ReadyRecipe[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads all recipes with their cases. */
async function readAll(
  request: TestRequest,
  { reader, grammars, world }: Pick<Means, "grammars" | "world"> & { reader: ConfigReader },
): Promise<ReadyRecipes> {
  const { allowCode, recipes: named } = request;
  const places = { reader, packages: packagePlaces(request, reader.trust, world) };
  const foundRecipes = await findRecipes(request, reader);
  const made: MadeReady[] = [];
  for (const name of foundRecipes.names) {
    const isNamed = named.includes(name);
    made.push(await readyRecipe(name, { places, grammars, allowCode, isNamed }));
  }
  const ready = uniqueBy(made.flatMap((each) => each.ready ?? []));
  const filtered = withFilter(ready, request.filter);
  const chosenRecipes = ofShard(filtered, request.shard, world);
  const ofRecipes = [...foundRecipes.diagnostics, ...made.flatMap((each) => each.diagnostics)];
  const diagnostics = sortDiagnostics([
    ...packageFolderFaults({ ...request, cwd: world.cwd }),
    ...ofRecipes,
    ...(hasErrors(ofRecipes) ? [] : chosenRecipes.diagnostics),
    ...(request.isUpdate ? updateFaults(ready, reader.trust) : []),
  ]);
  return { recipes: chosenRecipes.recipes, diagnostics: reader.withoutForeignText(diagnostics) };
}

function consentOf({ allowCode, allowEnv, allowHosts, packages }: TestRequest): Consent {
  return { allowCode, allowEnv, allowHosts, packages };
}

async function findRecipes(
  { recipes, root }: TestRequest,
  reader: ConfigReader,
): Promise<{ readonly names: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (recipes.length > 0) return expandRecipes(recipes, reader);
  const names = (await findOfTree(reader)).map(({ place }) => exactName(place, root));
  if (names.length > 0) return { names, diagnostics: [] };
  const message = "There are no recipes in `recipes/` or `.sluice/recipes/`.";
  const hint = "Name a recipe: its file, or `shipped:NAME`.";
  return { names, diagnostics: [{ code: "no-recipes", severity: "error", message, hint }] };
}

/** Deals the cases by their names. A recipe without any is in one shard, too, which says so. */
function ofShard(
  { recipes, diagnostics }: ReadyRecipes,
  shard: TestRequest["shard"],
  { env }: Pick<RunWorld, "env">,
): ReadyRecipes {
  if (shard === undefined) return { recipes, diagnostics };
  const found = resolveShard(shard, env);
  if ("fault" in found) return { recipes: [], diagnostics: [...diagnostics, found.fault] };
  const { index, total } = found;
  const isOwn = (recipe: string, name = "") => shardOfName(`${recipe}/${name}`, total) === index;
  const own = recipes.flatMap((recipe) => {
    const cases = recipe.cases.filter(({ name }) => isOwn(recipe.name, name));
    const isEmpty = recipe.cases.length === 0 && isOwn(recipe.name);
    return cases.length > 0 || isEmpty ? [{ ...recipe, cases }] : [];
  });
  return { recipes: own, diagnostics };
}

function withFilter(recipes: readonly ReadyRecipe[], filter: string | undefined): ReadyRecipes {
  if (filter === undefined) return { recipes, diagnostics: [] };
  const leftOver = recipes.flatMap((recipe) => {
    const cases = recipe.cases.filter(({ name }) => `${recipe.name}/${name}`.includes(filter));
    return cases.length === 0 ? [] : [{ ...recipe, cases }];
  });
  if (leftOver.length > 0) return { recipes: leftOver, diagnostics: [] };
  const message = `--filter: no case has \`${shown(filter)}\` in its name, which is RECIPE/CASE.`;
  return { recipes: [], diagnostics: [{ code: "invalid-option", severity: "error", message }] };
}

/** Each recipe once, although it was named twice. */
function uniqueBy(recipes: readonly ReadyRecipe[]): readonly ReadyRecipe[] {
  return [...new Map(recipes.map((recipe) => [recipe.exactName, recipe])).values()];
}

/** The context in which cases run. */
interface Means {
  readonly request: TestRequest;
  /** With the trust that was resolved once. */
  readonly consent: Consent;
  readonly world: RunWorld;
  readonly grammars: Testing["grammars"];
  readonly signal: AbortSignal;
  readonly execute: ExecuteRun;
}

async function testAll(
  recipes: readonly ReadyRecipe[],
  diagnostics: readonly Diagnostic[],
  { request, consent, world, grammars, signal, execute }: Means,
): Promise<TestOutcome> {
  const { isUpdate, filter, root } = request;
  let fault: string | undefined;
  const emit: RunWorld["emit"] = (event) => {
    if (event.type === "fault") fault ??= event.detail;
  };
  const scratch = await makeNamedScratchTree(world.self);
  try {
    const tested: TestedRecipe[] = [];
    for (const recipe of recipes) {
      const outcome = await testRecipe(recipe, {
        consent,
        scratch,
        execute,
        world: { ...world, emit, configuredIn: root, keepsCache: false },
        grammars,
        isUpdate,
        filter,
        isStopped: () => signal.aborted,
      });
      if (outcome === undefined) return { kind: "stopped" };
      tested.push(outcome);
    }
    return { kind: "tested", recipes: tested, diagnostics, fault };
  } finally {
    await scratch.remove();
  }
}
