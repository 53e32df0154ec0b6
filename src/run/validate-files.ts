import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfigFile } from "../files/read-config-file.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { loadPolicy } from "../policy/load-policy.ts";
import { findNamedRecipes } from "../recipe/locate-recipe.ts";
import { isRecord } from "../shared/is-record.ts";
import { parseYaml } from "../shared/yaml-source.ts";
import { checkToolSteps } from "./prepare/check-tool-steps.ts";
import { packageFolderFaults, packagePlaces } from "./prepare/package-places.ts";
import { LANGUAGE_NAMES } from "./prepare/prepare-policy.ts";
import { prepareRecipes, type RecipePlaces } from "./prepare/prepare-recipes.ts";
import { DEFAULT_POLICY_FILE } from "./request/default-policy-file.ts";
import type { RunRequest, RunWorld } from "./request/request.ts";
import { shownPath } from "./request/shown-path.ts";

/** The outcome of the check of one file. */
export interface ValidatedFile {
  readonly path: string;
  readonly kind: "recipe" | "policy" | "unknown";
  readonly diagnostics: readonly Diagnostic[];
}

/** The part of a request that a check uses. */
export type ValidateRequest = Pick<RunRequest, "root" | "packages" | "allowCode">;

/**
 * `sluice validate`: checks recipes and policies without running anything. Without names, it checks the recipes under
 * the root and its policy. Inputs without a default get a value of their type.
 */
export async function validateFiles(
  names: readonly string[],
  request: ValidateRequest,
  world: Pick<RunWorld, "cwd" | "shippedRecipes" | "ownFolder">,
): Promise<readonly ValidatedFile[]> {
  const { cwd, shippedRecipes: shipped } = world;
  const faults = packageFolderFaults({ ...request, cwd });
  if (faults.length > 0) return [{ path: "--packages", kind: "unknown", diagnostics: faults }];
  const { root } = request;
  const places = { cwd, root, shipped, packages: packagePlaces({ ...world, ...request }) };
  const files = names.length > 0 ? names : await findOwnFiles(places);
  return Promise.all(files.map((name) => validateFile(name, places)));
}

async function findOwnFiles(places: RecipePlaces): Promise<readonly string[]> {
  const recipes = await findNamedRecipes({
    root: places.root,
    shipped: join(places.root, "recipes"),
  });
  const policy = join(places.root, DEFAULT_POLICY_FILE);
  const hasPolicy = await stat(policy).then(
    () => true,
    () => false, // The policy is optional.
  );
  return [...recipes.map(({ file }) => file), ...(hasPolicy ? [policy] : [])];
}

async function validateFile(name: string, places: RecipePlaces): Promise<ValidatedFile> {
  const file = resolve(places.cwd, name);
  const path = shownPath(file, places.root);
  const read = await readConfigFile(file, path);
  if ("diagnostic" in read) return { path, kind: "unknown", diagnostics: [read.diagnostic] };
  const parsed = parseYaml(read.text, path);
  if ("diagnostics" in parsed) return { path, kind: "unknown", diagnostics: parsed.diagnostics };
  if (isPolicy(parsed.source.value))
    return {
      path,
      kind: "policy",
      diagnostics: loadPolicy(read.text, path, LANGUAGE_NAMES).diagnostics,
    };
  const { recipes, diagnostics } = await prepareRecipes([file], places, { kind: "placeholders" });
  const ofSteps = checkToolSteps(recipes); // Code of the recipe is not loaded.
  return { path, kind: "recipe", diagnostics: [...diagnostics, ...ofSteps] };
}

/** Tells a policy from a recipe by its keys, even if some of them are wrong. */
function isPolicy(value: unknown): boolean {
  if (!isRecord(value) || "steps" in value) return false;
  return ["guards", "rules", "default", "limits", "checks"].some((key) => key in value);
}
