import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import { onlyFinds, type Recipe } from "../../model/recipe/recipe.ts";
import type { ListedWorld } from "../../request/listed-world.ts";
import { PROJECT_FILE } from "../../request/options/file-names.ts";
import type { RunRequest } from "../../request/request.ts";
import { shown } from "../../shared/shown.ts";
import { checkCommits } from "../../tree/check-commits.ts";
import { missingPaths } from "../../tree/missing-paths.ts";
import type { Distrusted } from "../consent/policy-consent.ts";
import { packageFolderFaults } from "../sources/callers-packages.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { expandRecipes } from "../sources/expand-recipes.ts";
import { readInputsFile } from "../sources/read-inputs-file.ts";
import { packagePlaces } from "./package-places.ts";
import { policyMissing, preparePolicy, prepareTreePolicy } from "./prepare-policy.ts";
import { prepareRecipes, type RecipePlaces } from "./prepare-recipes.ts";
import type { PreparedRun } from "./prepared-run.ts";
import { undeclaredInputs } from "./undeclared-inputs.ts";

/** Reads the inputs, the recipes and the policy of a request. */
export async function readRequest(request: RunRequest, reader: ConfigReader, world: ListedWorld) {
  const { root, command } = request;
  const fromFile = await readInputsFile(request.inputsFile, reader);
  const given = { ...fromFile.values, ...request.inputs };
  const packages = packagePlaces(request, reader.trust, world);
  const prepared = await recipesOf(request, { reader, packages }, given);
  const { recipes } = prepared;
  const { uses = [] } = request;
  const ownInputs = new Map(recipes.map(({ name }, at) => [name, uses[at]?.inputs ?? {}]));
  const policy = await policyOf(request, recipes, reader, world);
  const diagnostics = [
    ...packageFolderFaults({ ...request, cwd: world.cwd }),
    ...fromFile.diagnostics,
    ...prepared.diagnostics,
    ...(command === "plan" ? refuseRepeated(recipes) : []),
    // Shards that are merged have looked for them.
    ...((world.records?.replay ?? world.treeBefore) ? [] : await missingPaths(recipes, root)),
    ...(request.changedLines ? await refusedForLines(recipes) : []),
    ...undeclaredInputs(Object.keys(given), prepared.inputs),
    ...policy.diagnostics,
    ...(await checkCommits(policy.policy, request, world)),
  ];
  return { recipes, packages, given, ownInputs, policy, diagnostics };
}

/** The recipes of a request: single ones, and those in folders and globs. */
async function recipesOf(
  { recipes: named, uses }: RunRequest,
  places: RecipePlaces,
  given: Readonly<Record<string, unknown>>,
): ReturnType<typeof prepareRecipes> {
  if (uses !== undefined) {
    // Read again, so that the run knows that the file configures it.
    await places.reader.readOptional(PROJECT_FILE, "project");
    return prepareRecipes(uses, places, { kind: "values", values: given });
  }
  const { names, diagnostics } = await expandRecipes(named, places.reader);
  if (names.length === 0 && diagnostics.length > 0) return { recipes: [], inputs: [], diagnostics };
  const prepared = await prepareRecipes(names, places, { kind: "values", values: given });
  return { ...prepared, diagnostics: [...diagnostics, ...prepared.diagnostics] };
}

/** The policy of a request, and if the tree's own word in it does not count. */
interface ReadPolicy extends Pick<PreparedRun, "policy" | "diagnostics"> {
  readonly distrusted: Distrusted | undefined;
  /** The diagnostic that none was named, which comes last. */
  readonly missing: readonly Diagnostic[];
}

async function policyOf(
  { command, policy: named, allowCode, project }: RunRequest,
  recipes: readonly Recipe[],
  reader: ConfigReader,
  world: ListedWorld,
): Promise<ReadPolicy> {
  const prepare = project === "policy" ? prepareTreePolicy : preparePolicy;
  const { policy, diagnostics } = await prepare(named, reader);
  const isAsked =
    command !== "preview" && !(command === "run" && recipes.length > 0 && recipes.every(onlyFinds));
  const isMissing = isAsked && !policy && !hasErrors(diagnostics);
  const missing = isMissing ? [policyMissing(command)] : [];
  const { checks, allow, commits } = policy ?? {};
  if ((checks ?? allow ?? commits?.sign) === undefined || policy === undefined)
    return { policy, distrusted: undefined, diagnostics, missing };
  const consent = await import("../consent/policy-consent.ts"); // Few policies need it.
  const distrusted = await consent.findDistrusted(policy, { ...world, reader, allowCode });
  const writes = command === "run"; // Others run no check, and make no commit.
  const refused = [
    ...consent.refuseChecks(writes ? consent.namedChecks(policy) : [], distrusted),
    ...(writes ? consent.refuseSigning(policy, distrusted) : []),
  ];
  return { policy, distrusted, diagnostics: [...diagnostics, ...refused], missing };
}

/** Refuses recipes that share a name: a plan lists its recipes by their names, and each of them once. */
function refuseRepeated(recipes: readonly Recipe[]): readonly Diagnostic[] {
  const paths = new Map<string, string>();
  return recipes.flatMap(({ name, path }): readonly Diagnostic[] => {
    const first = paths.get(name);
    paths.set(name, path);
    if (first === undefined) return [];
    const others =
      first === path ? "is named twice" : `has the name of another one, \`${shown(first)}\``;
    const message = `The recipe \`${shown(name)}\` ${others}: a plan takes each name once.`;
    const hint = "Leave one of them out, or make two plans.";
    return [{ code: "invalid-option", severity: "error", message, path, hint }];
  });
}

/** Loaded when it is needed: most runs are over whole files. */
async function refusedForLines(recipes: readonly Recipe[]): Promise<readonly Diagnostic[]> {
  const { refuseChangedLines } = await import("../selection/refuse-changed-lines.ts");
  return refuseChangedLines(recipes);
}
