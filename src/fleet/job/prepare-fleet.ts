import { packagePlaces } from "../../config/prepare/package-places.ts";
import { preparePolicy } from "../../config/prepare/prepare-policy.ts";
import { prepareRecipes } from "../../config/prepare/prepare-recipes.ts";
import { refuseCode } from "../../config/prepare/recipe-extensions.ts";
import { undeclaredInputs } from "../../config/prepare/undeclared-inputs.ts";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { expandRecipes } from "../../config/sources/expand-recipes.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import { locateRecipe } from "../../config/sources/locate-recipe.ts";
import { openSources } from "../../config/sources/open-sources.ts";
import { exactName } from "../../config/sources/source-place.ts";
import { createGrammars } from "../../edit/language/grammars.ts";
import { type Diagnostic, hasErrors, MOST_DIAGNOSTICS } from "../../model/diagnostic.ts";
import type { Fleet } from "../../model/fleet/fleet.ts";
import type { PlaceInText } from "../../model/place.ts";
import type { Policy } from "../../model/policy.ts";
import type { World } from "../../model/world.ts";
import { codeBearers } from "../../recipe/code-of.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FleetInFile } from "../file/parse-fleet.ts";
import type { FleetSetting, PreparedRecipes } from "./fleet-setting.ts";
import { type Inputs, inputsOf } from "./inputs-of.ts";

/** What the caller allows a fleet. */
export interface FleetConsent {
  /** Folders of packages of languages and recipes. */
  readonly packages: readonly string[];
}

/** A fleet that was prepared, or the faults of what it names. */
type PreparedFleet =
  | { readonly setting: FleetSetting }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads the recipes and the policy of a fleet. Everything that is wrong with them is told before anything is fetched.
 * Returns undefined if the signal ends it.
 */
export async function prepareFleet(
  fleet: FleetInFile,
  consent: FleetConsent,
  world: World,
  signal: AbortSignal,
): Promise<PreparedFleet | undefined> {
  try {
    return await prepare(fleet, consent, world, signal);
  } catch (error) {
    if (error instanceof LoadingStopped) return undefined;
    throw error;
  }
}

async function prepare(
  { fleet, placeOfInput }: FleetInFile,
  { packages }: FleetConsent,
  world: World,
  signal: AbortSignal,
): Promise<PreparedFleet> {
  const { folder: root, inputs, publish } = fleet;
  const request = { root, trust: "all", packages } as const;
  const opened = await openSources(request, { ...world, cwd: root }, signal);
  if (opened.kind === "refused") return { diagnostics: [opened.fault] };
  const { reader } = opened;
  const places = packagePlaces({ ...request, allowCode: false }, reader.trust, world);
  const grammars = createGrammars(places);
  const { names, diagnostics } = await expandRecipes(fleet.recipes, reader);
  const prepareWith = recipesWith(names, { reader, places });
  const recipesFor = recipesOnce((own) => prepareWith(own, placeOfInput));
  const prepared = await recipesFor(inputs);
  const named = policyOf(fleet);
  const policy = named === undefined ? undefined : await preparePolicy(named, reader);
  const all = [
    ...diagnostics,
    ...prepared.diagnostics,
    ...(policy?.diagnostics ?? []),
    ...publishFaults(fleet, policy?.policy),
    ...refuseCode(codeBearers(prepared.recipes, policy?.policy)).map(withoutConsent),
    ...(await inputFaults({ fleet, placeOfInput }, recipesFor, prepareWith)),
  ];
  const found = reader.withoutForeignText(all);
  if (hasErrors(found)) return { diagnostics: found };
  const recipes = await Promise.all(names.map((name) => exactNameOf(name, reader)));
  const sources = reader.sources.map(({ path, role, blobId }) => ({ path, role, blobId }));
  const { version } = world;
  const rests = {
    sources,
    recipes: fleet.recipes.length,
    policy: fleet.policy.kind,
    named: builtIn(fleet),
    inputs,
    publish,
    version,
  };
  const digest = sha256(canonicalJson(JSON.parse(JSON.stringify(rests))));
  return { setting: { fleet, digest, recipes, policy: named, recipesFor, grammars } };
}

function policyOf({ policy }: Fleet): string | undefined {
  switch (policy.kind) {
    case "file":
      return policy.path;
    case "built-in":
      return policy.name;
    case "repository":
      return undefined;
  }
}

/** A built-in policy is in no file. */
function builtIn({ policy }: Fleet): string | undefined {
  return policy.kind === "built-in" ? policy.name : undefined;
}

/** Returns what prepares recipes with inputs, whose faults are told at their places. */
function recipesWith(
  names: readonly string[],
  {
    reader,
    places,
  }: { readonly reader: ConfigReader; readonly places: ReturnType<typeof packagePlaces> },
) {
  return async (
    values: Inputs,
    placeOf: (name: string) => PlaceInText,
  ): Promise<PreparedRecipes> => {
    const binding = { kind: "values", values, placeOf } as const;
    const prepared = await prepareRecipes(names, { reader, packages: places }, binding);
    const { recipes, inputs, diagnostics } = prepared;
    const undeclared = undeclaredInputs(Object.keys(values), inputs, placeOf);
    return { recipes, diagnostics: [...diagnostics, ...undeclared] };
  };
}

function recipesOnce(prepare: FleetSetting["recipesFor"]): FleetSetting["recipesFor"] {
  const known = new Map<string, Promise<PreparedRecipes>>();
  return (inputs) => {
    const key = canonicalJson(inputs);
    const made = known.get(key) ?? prepare(inputs);
    known.set(key, made);
    return made;
  };
}

/** Tells of inputs of single repositories that the recipes do not take, each at its place. */
async function inputFaults(
  { fleet, placeOfInput }: FleetInFile,
  recipesFor: FleetSetting["recipesFor"],
  prepareWith: ReturnType<typeof recipesWith>,
): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  for (const entry of fleet.entries) {
    const own = entry.kind === "forge" ? entry : entry.repository;
    if (Object.keys(own.inputs).length === 0 || faults.length >= MOST_DIAGNOSTICS.listed) continue;
    const inputs = inputsOf(fleet, own);
    if (!hasErrors((await recipesFor(inputs)).diagnostics)) continue;
    const { diagnostics } = await prepareWith(inputs, (name) =>
      placeOfInput(name, Object.hasOwn(own.inputs, name) ? own.entry : undefined),
    );
    faults.push(...diagnostics.filter(({ severity }) => severity === "error"));
  }
  return faults;
}

function publishFaults({ publish }: Fleet, policy: Policy | undefined): readonly Diagnostic[] {
  if (publish !== "policy" || policy === undefined || policy.publish !== undefined) return [];
  const message = "`publish: true` takes the `publish` of the policy, and it has none.";
  const hint = "Write it into the policy, or a map under `publish` of the fleet file.";
  return [{ code: "invalid-value", severity: "error", message, hint }];
}

/** No code runs in the trees of a fleet, whoever wrote it. */
function withoutConsent(diagnostic: Diagnostic): Diagnostic {
  const hint = "A fleet runs no code in the trees of its repositories. Leave it out.";
  return { ...diagnostic, hint };
}

async function exactNameOf(name: string, reader: ConfigReader): Promise<string> {
  const located = await locateRecipe(name, reader);
  return located === undefined ? name : exactName(located.place, reader.root);
}
