import type { Diagnostic } from "../model/diagnostic.ts";
import type {
  CustomToolFile,
  HookDeclaration,
  InputDeclaration,
  InputValue,
  LanguageGlobs,
  Recipe,
  RecipeStep,
} from "../model/recipe/recipe.ts";
import type { UseStep } from "../model/recipe/use-step.ts";
import { OUTPUT_CAP } from "../model/tool.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { milliseconds } from "../shared/schema/milliseconds.ts";
import { formatPath, type YamlPath } from "../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml/yaml-source.ts";
import { normalizeStep } from "./normalize-step.ts";
import type { WrittenRecipe } from "./recipe-schema.ts";
import type { WrittenHook } from "./schema/hook-schema.ts";
import { withSharedUtils } from "./steps/ast-edit/shared-utils.ts";
import { normalizeFormat, parsersOf } from "./steps/normalize-format.ts";
import {
  type Normalizing,
  normalizePath,
  normalizePaths,
  type StepNormalizing,
} from "./steps/normalize-paths.ts";

/** The facts that the text of the recipe does not contain. */
export interface RecipeContext {
  readonly defaultName: string;
  readonly inputs: readonly InputDeclaration[];
  readonly inputValues: Readonly<Record<string, InputValue>>;
  /** The recipe with inputs in place, and with its late texts. */
  readonly value: unknown;
}

/** Written → resolved: adds defaults and step ids, tidies paths, and checks rules that concern several fields. */
export function normalizeRecipe(
  written: WrittenRecipe,
  source: YamlSource,
  context: RecipeContext,
): { readonly recipe: Recipe; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const { description, utils = {}, format } = written;
  const shared = { source, diagnostics, value: context.value, utils, ofSteps: written };
  const formatters = format === undefined ? undefined : normalizeFormat(format, ["format"], shared);
  const normalizing: StepNormalizing = { ...shared, format: formatters };
  const { untrusted, ...scope } = normalizeScope(written.scope ?? {}, normalizing);
  const { steps, uses } = normalizeSteps(written, normalizing);
  reportUnusedUtils(written, normalizing);
  const recipe: Recipe = {
    name: written.name ?? context.defaultName,
    ...definedOnly({ description, parsers: parsersOf(written.parsers, normalizing) }),
    path: source.path,
    inputs: context.inputs,
    inputValues: context.inputValues,
    scope,
    untrusted,
    fileRefs: { mode: "warn", maxBytes: OUTPUT_CAP, ...definedOnly(written.fileRefs ?? {}) },
    languages: (written.languages ?? []).map((language, index) => ({
      language,
      place: source.placeOf(["languages", index]),
    })),
    languageGlobs: normalizeLanguageGlobs(written.languageGlobs ?? {}, source, diagnostics),
    expect: definedOnly(written.expect ?? {}),
    onHeld: written.onHeld ?? "skip-file",
    tools: normalizeTools(written.tools, normalizing),
    hooks: (written.hooks ?? []).map((hook, index) =>
      normalizeHook(hook, ["hooks", index], normalizing),
    ),
    steps,
    ...(uses.length === 0 ? {} : { uses }),
  };
  return { recipe, diagnostics };
}

function normalizeScope(
  written: NonNullable<WrittenRecipe["scope"]>,
  normalizing: StepNormalizing,
): Pick<Recipe["scope"], "include" | "exclude" | "readonly"> & Pick<Recipe, "untrusted"> {
  const paths = (key: keyof typeof written) =>
    normalizePaths(written[key] ?? [], ["scope", key], normalizing);
  const include = paths("include");
  return {
    include: include.length === 0 ? ["**"] : include,
    exclude: paths("exclude"),
    readonly: paths("readonly"),
    untrusted: paths("untrusted"),
  };
}

function normalizeSteps(
  written: WrittenRecipe,
  normalizing: StepNormalizing,
): { readonly steps: readonly RecipeStep[]; readonly uses: readonly UseStep[] } {
  const all = written.steps.map((step, index) =>
    normalizeStep(step, ["steps", index], `step-${index + 1}`, normalizing),
  );
  reportDuplicateIds(all, normalizing);
  const steps: RecipeStep[] = [];
  const uses: UseStep[] = [];
  for (const step of all)
    if (step.kind === "uses") uses.push({ ...step, index: steps.length });
    else steps.push(step);
  return { steps, uses };
}

/** Reports utility rules that no op refers to: such a rule is not checked either. */
function reportUnusedUtils(
  { steps, utils = {} }: WrittenRecipe,
  { source, diagnostics }: Normalizing,
): void {
  const ops = steps
    .flatMap((step) => [step, ...(step.parallel ?? [])])
    .flatMap((call) => call.ast_edit?.ops ?? []);
  const used = new Set(ops.flatMap((op) => Object.keys(withSharedUtils(op, utils) ?? {})));
  for (const id of Object.keys(utils).filter((each) => !used.has(each))) {
    const message = `The utility rule \`${id}\` is used by no op of this recipe.`;
    const place = source.placeOfKey(["utils", id]);
    diagnostics.push(diagnosticAt(place, "unused-util", message, { severity: "warning" }));
  }
}

function reportDuplicateIds(
  steps: readonly (RecipeStep | Pick<UseStep, "kind" | "id">)[],
  { source, diagnostics }: Normalizing,
): void {
  const seen = new Set<string>();
  const check = (id: string, at: YamlPath) => {
    if (seen.has(id)) {
      const message = `Two steps have the id \`${id}\`.`;
      const hint = "Give each step its own id; reports and policies name steps by their ids.";
      const place = source.placeOf([...at, "id"]);
      diagnostics.push(diagnosticAt(place, "duplicate-id", message, { hint }));
    }
    seen.add(id);
  };
  for (const [index, step] of steps.entries()) {
    check(step.id, ["steps", index]);
    const calls = step.kind === "parallel" ? step.steps : [];
    for (const [callIndex, call] of calls.entries())
      check(call.id, ["steps", index, "parallel", callIndex]);
  }
}

function normalizeTools(
  files: readonly string[] = [],
  normalizing: Normalizing,
): readonly CustomToolFile[] {
  return normalizePaths(files, ["tools"], normalizing).map((path, index) => ({
    path,
    place: normalizing.source.placeOf(["tools", index]),
  }));
}

/** Written → resolved. Default: before and after the calls of every tool, with a limit of 10 seconds. */
function normalizeHook(
  { on, tools, run, module, timeout }: WrittenHook,
  at: YamlPath,
  normalizing: Normalizing,
): HookDeclaration {
  return {
    on: on ?? ["pre-tool", "post-tool"],
    tools: tools ?? ["*"],
    code: normalizeCode({ run, module }, at, normalizing),
    timeout: milliseconds(timeout ?? "10s"),
    place: normalizing.source.placeOf(at),
  };
}

function normalizeCode(
  { run, module }: Pick<WrittenHook, "run" | "module">,
  at: YamlPath,
  normalizing: Normalizing,
): HookDeclaration["code"] {
  if (module !== undefined)
    return { module: normalizePath(module, [...at, "module"], normalizing) };
  if (run === undefined) throw new Error("A hook without code passed the schema.");
  return { run };
}

/** Returns the rules in the order written. Reports a glob that cannot match a file name. */
function normalizeLanguageGlobs(
  written: Readonly<Record<string, readonly string[]>>,
  source: YamlSource,
  diagnostics: Diagnostic[],
): readonly LanguageGlobs[] {
  return Object.entries(written).map(([language, globs]) => {
    const at = ["languageGlobs", language];
    for (const [index, glob] of globs.entries()) {
      if (!glob.replace(/^\*\*\//, "").includes("/")) continue;
      const reason = "it is compared with file names without their folders";
      const message = `\`${formatPath([...at, index])}\`: the glob \`${glob}\` matches no file, because ${reason}.`;
      const place = source.placeOf([...at, index]);
      diagnostics.push(diagnosticAt(place, "invalid-value", message));
    }
    return { language, globs, place: source.placeOfKey(at) };
  });
}
