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
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Fleet } from "../../model/fleet/fleet.ts";
import type { Policy } from "../../model/policy.ts";
import type { World } from "../../model/world.ts";
import { codeBearers } from "../../recipe/code-of.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FleetSetting, PreparedRecipes } from "./fleet-setting.ts";
import { inputsOf } from "./inputs-of.ts";

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
  fleet: Fleet,
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
  fleet: Fleet,
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
  const recipesFor = recipesOnce(names, { reader, places });
  const prepared = await recipesFor(inputs);
  const named = policyOf(fleet);
  const policy = named === undefined ? undefined : await preparePolicy(named, reader);
  const all = [
    ...diagnostics,
    ...prepared.diagnostics,
    ...(policy?.diagnostics ?? []),
    ...publishFaults(fleet, policy?.policy),
    ...refuseCode(codeBearers(prepared.recipes, policy?.policy)).map(withoutConsent),
    ...(await inputFaults(fleet, recipesFor)),
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

function recipesOnce(
  names: readonly string[],
  {
    reader,
    places,
  }: { readonly reader: ConfigReader; readonly places: ReturnType<typeof packagePlaces> },
): FleetSetting["recipesFor"] {
  const known = new Map<string, Promise<PreparedRecipes>>();
  return (inputs) => {
    const key = canonicalJson(inputs);
    const made =
      known.get(key) ??
      prepareRecipes(names, { reader, packages: places }, { kind: "values", values: inputs }).then(
        ({ recipes, inputs: declared, diagnostics }) => ({
          recipes,
          diagnostics: [...diagnostics, ...undeclaredInputs(Object.keys(inputs), declared)],
        }),
      );
    known.set(key, made);
    return made;
  };
}

/** Tells of inputs of single repositories that the recipes do not take. */
async function inputFaults(
  fleet: Fleet,
  recipesFor: FleetSetting["recipesFor"],
): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  for (const entry of fleet.entries) {
    const own = entry.kind === "forge" ? entry : entry.repository;
    if (Object.keys(own.inputs).length === 0) continue;
    const { diagnostics } = await recipesFor(inputsOf(fleet, own));
    const where = `Entry ${own.entry + 1} of \`repositories\``;
    for (const each of diagnostics.filter(({ severity }) => severity === "error"))
      faults.push({ ...each, message: `${where}: ${each.message}` });
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
