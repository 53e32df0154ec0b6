import { resolve } from "node:path";
import { readConfigFile } from "../../files/read-config-file.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import type { InputDeclaration, Recipe } from "../../model/recipe.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { diagnosticAt, parseYaml } from "../../shared/yaml-source.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { shownPath } from "../request/shown-path.ts";
import { createOverlayWorkspace } from "../tree/disk-workspace.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { missingPaths } from "../tree/missing-paths.ts";
import { ownOutputsOf } from "../tree/own-outputs.ts";
import { refuseDirty } from "../tree/require-clean.ts";
import { type TreeWatch, watchTree } from "../tree/watch-tree.ts";
import { checkToolSteps } from "./check-tool-steps.ts";
import type { Extensions } from "./extensions.ts";
import { prepareConversations } from "./prepare-conversations.ts";
import { policyMissing, preparePolicy } from "./prepare-policy.ts";
import { prepareRecipes } from "./prepare-recipes.ts";
import { NO_MODELS, type PreparedModels } from "./prepared-models.ts";
import { loadExtensions, refuseCode } from "./recipe-extensions.ts";
import type { ResumedConversations } from "./resumed-conversations.ts";

/** A request that was read and checked. With an error among the diagnostics nothing may run. */
export interface PreparedRun {
  readonly recipes: readonly Recipe[];
  readonly policy?: Policy;
  /** What inputs were given, from the inputs file and by name. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly extensions?: Extensions;
  readonly models: PreparedModels;
  /** What was said in the run that is gone on with. */
  readonly resumed?: ResumedConversations;
  /** Absent where no recipe brings code; begun before any of it was loaded. */
  readonly watch?: TreeWatch;
  readonly diagnostics: readonly Diagnostic[];
}

/** Step 2 of a run: recipes, policy and inputs are read, checked and normalized; every problem is told. */
export async function prepareRun(
  request: RunRequest,
  surroundings: Pick<
    RunWorld,
    | "cwd"
    | "shippedRecipes"
    | "ownFolder"
    | "emit"
    | "interrupted"
    | "timedOut"
    | "listing"
    | "environment"
    | "after"
    | "withhold"
  >,
): Promise<PreparedRun> {
  const { root } = request;
  const { cwd, shippedRecipes, ownFolder } = surroundings;
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined)
    return { recipes: [], given: {}, models: NO_MODELS, diagnostics: [rootFault] };
  const unclean = request.requireClean
    ? await refuseDirty(root, surroundings.listing ?? startGitListing(root))
    : [];
  const fromFile = await readInputsFile(request.inputsFile, cwd, root);
  const values = { ...fromFile.values, ...request.inputs };
  const prepared = await prepareRecipes(
    request.recipes,
    { cwd, root, shipped: shippedRecipes, ...definedOnly({ ownFolder }) },
    { kind: "values", values },
  );
  const missing = await missingPaths(prepared.recipes, root);
  const { policy, diagnostics: policyDiagnostics } = await preparePolicy(request.policy, {
    cwd,
    root,
  });
  const diagnostics = [
    ...unclean,
    ...fromFile.diagnostics,
    ...prepared.diagnostics,
    ...missing,
    ...undeclaredInputs(Object.keys(values), prepared.inputs),
    ...policyDiagnostics,
  ];
  const conversations = await prepareConversations(prepared.recipes, request, surroundings);
  diagnostics.push(...conversations.diagnostics);
  const extended = await extend(prepared.recipes, request, hasErrors(diagnostics), surroundings);
  diagnostics.push(...extended.diagnostics);
  const lacksPolicy = request.command !== "preview" && !policy && !hasErrors(policyDiagnostics);
  return {
    recipes: prepared.recipes,
    ...{ given: values, models: conversations.models },
    ...definedOnly({
      resumed: conversations.resumed,
      policy,
      extensions: extended.extensions,
      watch: extended.watch,
    }),
    diagnostics: lacksPolicy ? [...diagnostics, policyMissing(request.command)] : diagnostics,
  };
}

/** Code of the recipes is loaded last, and only where it is allowed and nothing else is wrong. */
async function extend(
  recipes: readonly Recipe[],
  request: RunRequest,
  isInvalid: boolean,
  surroundings: Pick<RunWorld, "cwd" | "emit" | "interrupted" | "timedOut" | "listing">,
): Promise<Pick<PreparedRun, "extensions" | "watch" | "diagnostics">> {
  const { root, allowCustomTools } = request;
  const refused = allowCustomTools ? [] : refuseCode(recipes);
  if (refused.length > 0) return { diagnostics: refused };
  if (isInvalid) return { diagnostics: [] };
  const hasCode = recipes.some(({ tools, hooks }) => tools.length + hooks.length > 0);
  const watch = hasCode
    ? await watchTree(
        root,
        createOverlayWorkspace(root, surroundings.listing),
        ownOutputsOf(request, surroundings.cwd),
      )
    : undefined;
  const { extensions, diagnostics } = await loadExtensions(recipes, {
    root,
    emit: surroundings.emit,
    signal: AbortSignal.any([surroundings.interrupted, surroundings.timedOut]),
  });
  const unknown = hasErrors(diagnostics) ? [] : checkToolSteps(recipes, extensions);
  const written = (await watch?.changed()) ?? [];
  const wrote: Diagnostic[] = written.map((path) => ({
    code: "invalid-tool",
    severity: "error",
    message: `${path} was written while code of the recipes was loaded: it may only look.`,
  }));
  return {
    extensions,
    ...definedOnly({ watch }),
    diagnostics: [...diagnostics, ...unknown, ...wrote],
  };
}

async function readInputsFile(
  named: string | undefined,
  cwd: string,
  root: string,
): Promise<{ values: Readonly<Record<string, unknown>>; diagnostics: readonly Diagnostic[] }> {
  if (named === undefined) return { values: {}, diagnostics: [] };
  const file = resolve(cwd, named);
  const shown = shownPath(file, root);
  const read = await readConfigFile(file, shown);
  if ("diagnostic" in read) return { values: {}, diagnostics: [read.diagnostic] };
  const parsed = parseYaml(read.text, shown);
  if ("diagnostics" in parsed) return { values: {}, diagnostics: parsed.diagnostics };
  const { source } = parsed;
  if (isRecord(source.value)) return { values: source.value, diagnostics: [] };
  const message = "The inputs file must be a map of names and values.";
  return { values: {}, diagnostics: [diagnosticAt(source.placeOf([]), "invalid-value", message)] };
}

function undeclaredInputs(
  given: readonly string[],
  declared: readonly InputDeclaration[],
): Diagnostic[] {
  const names = [...new Set(declared.map(({ name }) => name))];
  return given
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: "undeclared-input",
      severity: "error",
      message: `No recipe of this run declares an input \`${name}\`.`,
      hint: didYouMean(name, names),
    }));
}
