import { basename, dirname, join } from "node:path";
import { checkToolSteps } from "../config/prepare/check-tool-steps.ts";
import { packagePlaces } from "../config/prepare/package-places.ts";
import { LANGUAGE_NAMES } from "../config/prepare/prepare-policy.ts";
import { prepareRecipes, type RecipePlaces } from "../config/prepare/prepare-recipes.ts";
import { isSource, sourceFault } from "../config/prepare/source-files.ts";
import { type FindReportFault, parseProject } from "../config/project/parse-project.ts";
import { missingPolicy, projectPolicy } from "../config/project/project-policy.ts";
import { projectUses } from "../config/project/project-uses.ts";
import { packageFolderFaults } from "../config/sources/callers-packages.ts";
import type { ConfigReader } from "../config/sources/config-reader.ts";
import { expandRecipes } from "../config/sources/expand-recipes.ts";
import { extendedPolicies } from "../config/sources/extended-policies.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { findOfTree, isReference } from "../config/sources/locate-recipe.ts";
import { findRecipe } from "../config/sources/locate-used.ts";
import { openSources, type SourceWorld } from "../config/sources/open-sources.ts";
import { readStandardRecipe } from "../config/sources/read-standard-recipe.ts";
import { exactName, type SourcePlace, shownPlace } from "../config/sources/source-place.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { sortDiagnostics } from "../model/sort-diagnostics.ts";
import { loadPolicy } from "../policy/load-policy.ts";
import { DEFAULT_POLICY_FILE, PROJECT_FILE } from "../request/options/file-names.ts";
import type { FieldsOf } from "../request/options/request-fields.ts";
import type { RunWorld } from "../request/request.ts";
import { isRecord } from "../shared/is-record.ts";
import { parseYaml } from "../shared/yaml/yaml-source.ts";

/** The outcome of the check of one file. */
interface ValidatedFile {
  readonly path: string;
  readonly kind: "recipe" | "policy" | "project" | "unknown";
  readonly diagnostics: readonly Diagnostic[];
  /** The policy that a project file names. */
  readonly policy?: string | undefined;
}

/** The files that were checked. */
interface ValidatedFiles {
  readonly files: readonly ValidatedFile[];
  /** True if the signal fired before all files were checked. */
  readonly isStopped: boolean;
}

/** The part of a request that a check uses. */
export interface ValidateRequest extends FieldsOf<"validate"> {
  /** Absolute. */
  readonly root: string;
  readonly findReportFault: FindReportFault;
}

/**
 * `sluice validate`: checks recipes and policies without running anything, in files, folders and globs, and `-` from
 * standard input. Without names, it checks the recipes under the root and its policy. Inputs without a default get a
 * value of their type. Ends when the signal fires.
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
    const standardRecipe = await readStandardRecipe({ recipes: names }, world, signal);
    if ("fault" in standardRecipe) return refused("-", [standardRecipe.fault]);
    const opened = await openSources({ ...request, ...standardRecipe }, world, signal);
    if (opened.kind === "refused") return refused("--trust", [opened.fault]);
    const { reader, trust } = opened;
    const packages = packagePlaces(request, trust, world);
    const places = { reader, packages, findReportFault: request.findReportFault };
    const expanded = await expandRecipes(standardRecipe.recipes, reader);
    if (expanded.diagnostics.length > 0)
      files.push({ path: ".", kind: "unknown", diagnostics: expanded.diagnostics });
    const found =
      names.length > 0
        ? await Promise.all(expanded.names.map((name) => placeOf(name, reader)))
        : await findOwnFiles(reader);
    for (const file of found)
      files.push("origin" in file ? await validateFile(file, places) : file);
  } catch (error) {
    if (!(error instanceof LoadingStopped)) throw error;
    return { files, isStopped: true };
  }
  return { files, isStopped: false };
}

function refused(option: string, diagnostics: readonly Diagnostic[]): ValidatedFiles {
  return { files: [{ path: option, kind: "unknown", diagnostics }], isStopped: false };
}

async function placeOf(name: string, reader: ConfigReader): Promise<SourcePlace | ValidatedFile> {
  if (!isReference(name)) return reader.placeOf(name);
  const found = await findRecipe(name, reader);
  if ("place" in found) return found.place;
  return { path: name, kind: "unknown", diagnostics: [found.fault] };
}

async function findOwnFiles(reader: ConfigReader): Promise<readonly SourcePlace[]> {
  const recipes = await findOfTree(reader);
  const hasPolicy = (await reader.tree.kindOf(DEFAULT_POLICY_FILE)) !== "missing";
  const hasProject = (await reader.tree.kindOf(PROJECT_FILE)) !== "missing";
  const policy: SourcePlace = { origin: "tree", path: DEFAULT_POLICY_FILE };
  const project: SourcePlace = { origin: "tree", path: PROJECT_FILE };
  const others = [...(hasPolicy ? [policy] : []), ...(hasProject ? [project] : [])];
  return [...recipes.map(({ place }) => place), ...others];
}

/** The places to look at, and the formats of reports. */
interface Validating extends RecipePlaces {
  readonly findReportFault: FindReportFault;
}

async function validateFile(place: SourcePlace, places: Validating): Promise<ValidatedFile> {
  const { reader } = places;
  const checked = await check(place, places);
  const sorted = sortDiagnostics(checked.diagnostics);
  return { ...checked, path: shownPlace(place), diagnostics: reader.withoutForeignText(sorted) };
}

async function check(place: SourcePlace, places: Validating): Promise<Omit<ValidatedFile, "path">> {
  if (place.origin !== "shipped" && isSource(shownPlace(place)))
    return { kind: "unknown", diagnostics: [sourceFault([shownPlace(place)])] };
  const readRecipe = await places.reader.read(place, "recipe");
  if ("diagnostic" in readRecipe) return { kind: "unknown", diagnostics: [readRecipe.diagnostic] };
  const parsed = parseYaml(readRecipe.text, readRecipe.path);
  if ("diagnostics" in parsed) return { kind: "unknown", diagnostics: parsed.diagnostics };
  if (isProject(readRecipe.path, parsed.source.value))
    return checkProject(readRecipe, place, places);
  if (isPolicy(parsed.source.value))
    return { kind: "policy", diagnostics: await policyFaults(readRecipe, places.reader) };
  const name = exactName(place, places.reader.root);
  const { recipes, diagnostics } = await prepareRecipes([name], places, { kind: "placeholders" });
  const ofSteps = checkToolSteps(recipes); // Code of the recipe is not loaded.
  return { kind: "recipe", diagnostics: [...diagnostics, ...ofSteps] };
}

/** The text of a file, and its name in messages. */
interface ReadText {
  readonly text: string;
  readonly path: string;
}

async function policyFaults({ text, path }: ReadText, reader: ConfigReader) {
  const extended = extendedPolicies(reader);
  return (await loadPolicy(text, path, LANGUAGE_NAMES, extended)).diagnostics;
}

/** Checks a project file, its policy, and that its recipes are there and declare the inputs that it gives. */
async function checkProject(
  { text, path }: ReadText,
  place: SourcePlace,
  places: Validating,
): Promise<Omit<ValidatedFile, "path">> {
  const { reader, findReportFault } = places;
  const project = parseProject(text, path, findReportFault);
  if ("diagnostics" in project) return { kind: "project", diagnostics: project.diagnostics };
  const folder = place.origin === "tree" ? dirname(exactName(place, reader.root)) : reader.root;
  const { uses, diagnostics } = await projectUses(project, folder, reader);
  const recipes = await prepareRecipes(uses, places, { kind: "placeholders" });
  const ownDiagnostics =
    uses.length === 0 ? [] : recipes.diagnostics.filter((each) => each.path === path);
  const ofPolicy = [
    ...(await missingPolicy(project, folder, reader)),
    ...(await namedPolicyFaults(projectPolicy(project, folder), reader)),
  ];
  const { policy } = project.written;
  return { kind: "project", diagnostics: [...diagnostics, ...ownDiagnostics, ...ofPolicy], policy };
}

/** The default policy of the root is checked by itself. */
async function namedPolicyFaults(
  file: string | undefined,
  reader: ConfigReader,
): Promise<readonly Diagnostic[]> {
  if (file === undefined || file === join(reader.root, DEFAULT_POLICY_FILE)) return [];
  const place = reader.placeOf(file);
  if ((await reader.kindOf(place)) === "missing") return [];
  const read = await reader.read(place, "policy");
  return "diagnostic" in read ? [read.diagnostic] : policyFaults(read, reader);
}

/** Tells a project file from others by its name, and by its keys. */
function isProject(path: string, value: unknown): boolean {
  if (basename(path) === PROJECT_FILE) return true;
  return isRecord(value) && "recipes" in value && !("steps" in value);
}

/** Tells a policy from a recipe by its keys, even if some of them are wrong. */
function isPolicy(value: unknown): boolean {
  return isRecord(value) && !("steps" in value) && POLICY_KEYS.some((key) => key in value);
}

/** The keys that only policies have. */
const POLICY_KEYS = [
  ...["extends", "guards", "rules", "default", "limits", "checks", "lift", "commits"],
  ...["order", "transaction", "onApplyError", "maxCheckRuns", "allow"],
];
