import type { Diagnostic } from "../model/diagnostic.ts";
import { sortDiagnostics } from "../model/sort-diagnostics.ts";
import { loadPolicy } from "../policy/load-policy.ts";
import { isRecord } from "../shared/is-record.ts";
import { parseYaml } from "../shared/yaml/yaml-source.ts";
import { checkToolSteps } from "./prepare/check-tool-steps.ts";
import { packagePlaces } from "./prepare/package-places.ts";
import { LANGUAGE_NAMES } from "./prepare/prepare-policy.ts";
import { prepareRecipes, type RecipePlaces } from "./prepare/prepare-recipes.ts";
import { isSource, sourceFault } from "./prepare/source-files.ts";
import { DEFAULT_POLICY_FILE } from "./request/default-policy-file.ts";
import type { RunRequest, RunWorld } from "./request/request.ts";
import { packageFolderFaults } from "./sources/callers-packages.ts";
import type { ConfigReader } from "./sources/config-reader.ts";
import { expandRecipes } from "./sources/expand-recipes.ts";
import { extendedPolicies } from "./sources/extended-policies.ts";
import { LoadingStopped } from "./sources/loading-stop.ts";
import { findOfTree, locateRecipe, SHIPPED } from "./sources/locate-recipe.ts";
import { openSources, type SourceWorld } from "./sources/open-sources.ts";
import { readStandardRecipe } from "./sources/read-standard-recipe.ts";
import { exactName, type SourcePlace, shownPlace } from "./sources/source-place.ts";

/** The outcome of the check of one file. */
interface ValidatedFile {
  readonly path: string;
  readonly kind: "recipe" | "policy" | "unknown";
  readonly diagnostics: readonly Diagnostic[];
}

/** The files that were checked. */
interface ValidatedFiles {
  readonly files: readonly ValidatedFile[];
  /** True if the signal fired before all files were checked. */
  readonly isStopped: boolean;
}

/** The part of a request that a check uses. */
export type ValidateRequest = Pick<
  RunRequest,
  "root" | "packages" | "allowCode" | "trust" | "base"
>;

/**
 * `sluice validate`: checks recipes and policies without running anything, in files, folders and globs, and `-` from
 * standard input. Without names, it checks the recipes under the root and its policy. Inputs without a default get a value of their type. Ends when the signal fires.
 */
export async function validateFiles(
  names: readonly string[],
  request: ValidateRequest,
  world: SourceWorld & Pick<RunWorld, "ownFolder" | "standardInput">,
  signal: AbortSignal,
): Promise<ValidatedFiles> {
  const faults = packageFolderFaults({ ...request, cwd: world.cwd });
  if (faults.length > 0) return refused("--packages", faults);
  const files: ValidatedFile[] = [];
  try {
    const given = await readStandardRecipe({ recipes: names }, world, signal);
    if ("fault" in given) return refused("-", [given.fault]);
    const opened = await openSources({ ...request, ...given }, world, signal);
    if (opened.kind === "refused") return refused("--trust", [opened.fault]);
    const { reader, trust } = opened;
    const places = { reader, packages: packagePlaces(request, trust, world) };
    const expanded = await expandRecipes(given.recipes, reader);
    if (expanded.diagnostics.length > 0)
      files.push({ path: ".", kind: "unknown", diagnostics: expanded.diagnostics });
    const found =
      names.length > 0
        ? await Promise.all(expanded.names.map((name) => placeOf(name, reader)))
        : await findOwnFiles(reader);
    for (const file of found) files.push(await validateFile(file, places));
  } catch (error) {
    if (!(error instanceof LoadingStopped)) throw error;
    return { files, isStopped: true };
  }
  return { files, isStopped: false };
}

function refused(option: string, diagnostics: readonly Diagnostic[]): ValidatedFiles {
  return { files: [{ path: option, kind: "unknown", diagnostics }], isStopped: false };
}

async function placeOf(name: string, reader: ConfigReader): Promise<SourcePlace> {
  const located = name.startsWith(SHIPPED) ? await locateRecipe(name, reader) : undefined;
  return located?.place ?? reader.placeOf(name);
}

async function findOwnFiles(reader: ConfigReader): Promise<readonly SourcePlace[]> {
  const recipes = await findOfTree(reader);
  const hasPolicy = (await reader.tree.kindOf(DEFAULT_POLICY_FILE)) !== "missing";
  const policy: SourcePlace = { origin: "tree", path: DEFAULT_POLICY_FILE };
  return [...recipes.map(({ place }) => place), ...(hasPolicy ? [policy] : [])];
}

async function validateFile(place: SourcePlace, places: RecipePlaces): Promise<ValidatedFile> {
  const { reader } = places;
  const { kind, diagnostics } = await check(place, places);
  const sorted = sortDiagnostics(diagnostics);
  return { path: shownPlace(place), kind, diagnostics: reader.withoutForeignText(sorted) };
}

async function check(
  place: SourcePlace,
  places: RecipePlaces,
): Promise<Omit<ValidatedFile, "path">> {
  if (place.origin !== "shipped" && isSource(shownPlace(place)))
    return { kind: "unknown", diagnostics: [sourceFault([shownPlace(place)])] };
  const read = await places.reader.read(place, "recipe");
  if ("diagnostic" in read) return { kind: "unknown", diagnostics: [read.diagnostic] };
  const parsed = parseYaml(read.text, read.path);
  if ("diagnostics" in parsed) return { kind: "unknown", diagnostics: parsed.diagnostics };
  if (isPolicy(parsed.source.value)) {
    const readExtended = extendedPolicies(places.reader);
    const { diagnostics } = await loadPolicy(read.text, read.path, LANGUAGE_NAMES, readExtended);
    return { kind: "policy", diagnostics };
  }
  const name = exactName(place, places.reader.root);
  const { recipes, diagnostics } = await prepareRecipes([name], places, { kind: "placeholders" });
  const ofSteps = checkToolSteps(recipes); // Code of the recipe is not loaded.
  return { kind: "recipe", diagnostics: [...diagnostics, ...ofSteps] };
}

/** Tells a policy from a recipe by its keys, even if some of them are wrong. */
function isPolicy(value: unknown): boolean {
  if (!isRecord(value) || "steps" in value) return false;
  const keys = ["extends", "guards", "rules", "default", "limits", "checks", "lift", "commits"];
  return keys.some((key) => key in value);
}
