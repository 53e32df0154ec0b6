import type { EditOp } from "./edit.ts";
import type { PlaceInText } from "./place.ts";
import type { FileRefSettings, PromptStep, StepCondition } from "./prompt-step.ts";
import type { ScopeRules } from "./scope-rules.ts";

export type { PlaceInText } from "./place.ts";
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

/** The content of one pending action of a step: everything, one file, or one replacement. */
type Granularity = "step" | "file" | "match";

/** The treatment of a file with matches and syntax errors (A8). */
type OnParseError =
  /** It is left alone, and reported. */
  | "skip"
  /** It is edited despite them, as ast-grep does. */
  | "edit"
  /** The step fails before anything is queued. */
  | "fail";

/** A call of `ast_edit` as a recipe writes it, with defaults filled in. */
export interface AstEditParams {
  /**
   * In the order written, which is the order of precedence (A13). The rules of the rule files come after them, once
   * these are read; empty only if every rule of the rule files is switched off (A4).
   */
  readonly ops: readonly EditOp[];
  /** ast-grep rule files: globs or files, relative to the root. May be empty. */
  readonly rules: readonly string[];
  /** Globs, folders or files, relative to the root. Default: everything in scope. */
  readonly paths: readonly string[];
  /** Forces the language (A6); default: by extension, each file its own (A7). */
  readonly lang?: string;
  readonly per: Granularity;
  /** The number of files that one call may change; others are left out, with `limitReached` (A17). */
  readonly maxFiles?: number;
  readonly maxReplacements?: number;
  /** The number of times the ops run, each time on their own result; 1 is once. */
  readonly passes: number;
  readonly onParseError: OnParseError;
  /** True if files are edited that say of themselves that a program wrote them. */
  readonly editGenerated: boolean;
}

/** A call of `ast_edit`. */
export interface AstEditStep {
  readonly kind: "ast_edit";
  readonly id: string;
  readonly params: AstEditParams;
  readonly when?: StepCondition;
  /** Places in the recipe, for messages: of the step, of each path and of each op's keys. */
  readonly places: StepPlaces;
}

/** A call of another tool, built-in or custom, by its name. */
export interface ToolStep {
  readonly kind: "tool";
  readonly id: string;
  readonly tool: string;
  /** As written: the tool itself checks them. Any string in it may be a {@link LateText}. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly when?: StepCondition;
  /** The limit for the call, and for each apply and discard of its actions; milliseconds. */
  readonly timeout: number;
  /** The place of the tool's name. */
  readonly place: PlaceInText;
  readonly paramsPlace: PlaceInText;
}

/** One tool call of a recipe. */
export type CallStep = AstEditStep | ToolStep;

/** Calls that form one batch and run concurrently (T2, T5). */
interface ParallelStep {
  readonly kind: "parallel";
  readonly id: string;
  readonly steps: readonly CallStep[];
  readonly when?: StepCondition;
}

export type RecipeStep = CallStep | ParallelStep | PromptStep;

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

/**
 * Finds the place of a value of the step, or of its key, by its path below `ast_edit`: `["ops", 0, "pat"]`. A rule from
 * a rule file has its place there.
 */
export type StepPlaces = (
  path: readonly (string | number)[],
  part?: "key" | "value",
) => PlaceInText;

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
  /** In the order written; a later one beats an earlier one, and each beats a file's extension. */
  readonly languageGlobs: readonly LanguageGlobs[];
  readonly expect: Expectation;
  /** In the order written. */
  readonly tools: readonly CustomToolFile[];
  /** In the order written, in which they are called. */
  readonly hooks: readonly HookDeclaration[];
  readonly steps: readonly RecipeStep[];
}

/** Returns every call of a recipe, in order. */
export function callsOf(recipe: Recipe): readonly CallStep[] {
  return recipe.steps.flatMap((step) => {
    if (step.kind === "prompt") return [];
    return step.kind === "parallel" ? step.steps : [step];
  });
}

/** Returns every prompt of a recipe, in order. */
export function promptsOf(recipe: Recipe): readonly PromptStep[] {
  return recipe.steps.filter((step) => step.kind === "prompt");
}

/** True if the result of a recipe depends on a model. */
export function asksModel(recipe: Recipe): boolean {
  return promptsOf(recipe).some(({ model }) => model.provider !== "none");
}

/** Returns every call of `ast_edit`, in order. */
export function astEditsOf(recipe: Recipe): readonly AstEditStep[] {
  return callsOf(recipe).filter((step) => step.kind === "ast_edit");
}
