import type { PlaceInText } from "../place.ts";
import type { CallStep, FindStep, SearchStep, StepCondition } from "./call-step.ts";
import type { ParserParams } from "./parser-params.ts";
import type { FileRefSettings, PromptStep } from "./prompt-step.ts";
import type { ScopeRules } from "./scope-rules.ts";
import type { UseStep } from "./use-step.ts";

export type { PlaceInText } from "../place.ts";
export type { ScopeRules } from "./scope-rules.ts";

/** A value that an input can have. */
export type InputValue = string | number | boolean | readonly string[];

/** The declaration of an input. */
export interface InputDeclaration {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "enum" | "list";
  readonly description?: string;
  /** True if a value must be given, and there is no default. */
  readonly required: boolean;
  readonly default?: InputValue;
  /** For `string` and the items of `list`: a regular expression that the whole value must match. */
  readonly pattern?: string;
  /** For `enum`: the allowed values. */
  readonly values?: readonly string[];
}

/** Sets the language of files whose names match one of the globs; ast-grep's `languageGlobs`. */
export interface LanguageGlobs {
  /** As written: an id or an alias, which only the engine can check. */
  readonly language: string;
  /** Matched with the name of the file, without its folder. */
  readonly globs: readonly string[];
  readonly place: PlaceInText;
}

/** The expected result of a run; otherwise it failed (exit code 1). */
export interface Expectation {
  readonly minReplacements?: number;
  readonly maxReplacements?: number;
  readonly minFiles?: number;
  readonly maxFiles?: number;
}

/** Calls that form one batch and run concurrently (T2, T5). */
interface ParallelStep {
  readonly kind: "parallel";
  readonly id: string;
  readonly steps: readonly CallStep[];
  readonly when?: StepCondition;
}

/** A step of a recipe; `used` has the recipes that brought it by `uses`, the outermost first. */
export type RecipeStep = (CallStep | ParallelStep | PromptStep) & {
  readonly used?: readonly UsedRecipe[];
};

/** A file with custom tools (T19). */
export interface CustomToolFile {
  /** Relative to the root. */
  readonly path: string;
  readonly place: PlaceInText;
}

/** The moments of a hook: before and after a call, or before a prompt enters the history (F11). */
type HookMoment = "pre-tool" | "post-tool" | "prompt";

/** Code of a recipe that is called for tool calls and prompts, and may stop them (T18). It changes nothing itself. */
export interface HookDeclaration {
  readonly on: readonly HookMoment[];
  /** Globs for the names of tools; default: all. No effect on prompts. */
  readonly tools: readonly string[];
  /** Either a command with its arguments, which runs in the root, or a module, relative to the root. */
  readonly code: { readonly run: readonly string[] } | { readonly module: string };
  /** Milliseconds. */
  readonly timeout: number;
  readonly place: PlaceInText;
}

/** The treatment of later steps if an action of a recipe was held or discarded (X1). */
type OnHeld =
  /** They leave its files alone. */
  | "skip-file"
  /** They do not run. */
  | "stop"
  /** They run, and see the files without its changes. */
  | "continue";

/** A recipe after it was read, checked and normalized: inputs are replaced, defaults filled in. */
export interface Recipe {
  readonly name: string;
  readonly description?: string;
  /** The file, as shown to users. */
  readonly path: string;
  readonly inputs: readonly InputDeclaration[];
  /** The effective values. */
  readonly inputValues: Readonly<Record<string, InputValue>>;
  readonly scope: ScopeRules;
  /** Globs: an untrusted author wrote the content of these files. */
  readonly untrusted: readonly string[];
  readonly fileRefs: FileRefSettings;
  /** The languages of all steps that name none themselves, as written. Empty: all. */
  readonly languages: readonly { readonly language: string; readonly place: PlaceInText }[];
  /** In the order written; a later one beats an earlier one, and each beats a file's extension. */
  readonly languageGlobs: readonly LanguageGlobs[];
  readonly expect: Expectation;
  readonly onHeld: OnHeld;
  /** In the order written. */
  readonly tools: readonly CustomToolFile[];
  /** In the order written, in which they are called. */
  readonly hooks: readonly HookDeclaration[];
  readonly steps: readonly RecipeStep[];
  /** The programs that tell if results are valid code; of several for a language, the first counts. */
  readonly parsers?: readonly ParserParams[];
  /** The steps that stand for other recipes. None once these were read: their steps are among the others then. */
  readonly uses?: readonly UseStep[];
}

/** A recipe that a step uses, as far as it decides about the steps that it brings. */
export interface UsedRecipe
  extends Pick<
    Recipe,
    | "name"
    | "inputValues"
    | "scope"
    | "fileRefs"
    | "languages"
    | "languageGlobs"
    | "expect"
    | "hooks"
  > {
  /** The id of the step that uses it; the ids of its own steps begin with it and a dot. */
  readonly id: string;
  /** The condition of the step that uses it. */
  readonly when?: StepCondition;
}

/** Returns every call of a recipe, in order. */
export function callsOf(recipe: Pick<Recipe, "steps">): readonly CallStep[] {
  return recipe.steps.flatMap((step) => {
    if (step.kind === "prompt") return [];
    return step.kind === "parallel" ? step.steps : [step];
  });
}

/** Returns every prompt of a recipe, in order. */
export function promptsOf(recipe: Pick<Recipe, "steps">): readonly PromptStep[] {
  return recipe.steps.filter((step) => step.kind === "prompt");
}

/** True if the result of a recipe depends on a model. */
export function asksModel(recipe: Recipe): boolean {
  return promptsOf(recipe).some(({ model }) => model.provider !== "none");
}

/** True if what a recipe proposes cannot be derived again: a model has a part in it, or it is the patch of somebody. */
export function isOfModel(recipe: Recipe): boolean {
  return (
    asksModel(recipe) || callsOf(recipe).some(({ kind, by }) => kind === "patch" || by === "model")
  );
}

/** True for a call of `ast_edit` or `find`. */
export function isSearch(step: Pick<RecipeStep, "kind">): step is SearchStep {
  return step.kind === "ast_edit" || step.kind === "find";
}

/** Returns every call that searches with ops of its own, in order. */
export function searchStepsOf(recipe: Pick<Recipe, "steps">): readonly SearchStep[] {
  return callsOf(recipe).filter(isSearch);
}

/** True for a step that compares its findings with those at the base of the run. */
export function comparesWithBase(step: CallStep): step is FindStep {
  return step.kind === "find" && step.params.expect.notMoreThan !== undefined;
}

/** True if nothing is ever proposed: every step only tells of what it finds. */
export function onlyFinds({ steps }: Pick<Recipe, "steps">): boolean {
  return steps.every(
    (step) =>
      callsOf({ steps: [step] }).every(({ kind }) => kind === "find") && step.kind !== "prompt",
  );
}
