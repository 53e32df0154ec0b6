import type { EditOp } from "./edit.ts";
import type { PlaceInText } from "./place.ts";
import type { FileRefSettings, PromptStep, StepCondition } from "./prompt-step.ts";

export type { PlaceInText } from "./place.ts";

/** A value that an input can have. */
export type InputValue = string | number | boolean | readonly string[];

/** What an input may be. */
export interface InputDeclaration {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "enum" | "list";
  readonly description?: string;
  /** There must be a value, and there is no default. */
  readonly required: boolean;
  readonly default?: InputValue;
  /** For `string` and the items of `list`: a regular expression that the whole value must match. */
  readonly pattern?: string;
  /** For `enum`: what is allowed. */
  readonly values?: readonly string[];
}

/** What may be read and what may be written. Globs, relative to the root. */
export interface ScopeRules {
  /** May be read and written. Default: everything under the root. */
  readonly include: readonly string[];
  /** Neither read nor written; beats the others (F9). */
  readonly exclude: readonly string[];
  /** May be read, not written. */
  readonly readonly: readonly string[];
}

/** Files whose names match one of the globs are of the language; ast-grep's `languageGlobs`. */
export interface LanguageGlobs {
  /** As written: an id or an alias, which only the engine can check. */
  readonly language: string;
  /** For the file's name, without its folder. */
  readonly globs: readonly string[];
  readonly place: PlaceInText;
}

/** What a run must come to; otherwise it failed (exit code 1). */
export interface Expectation {
  readonly minReplacements?: number;
  readonly maxReplacements?: number;
  readonly minFiles?: number;
  readonly maxFiles?: number;
}

/** What one pending action of a step holds: everything, one file, or one replacement. */
type Granularity = "step" | "file" | "match";

/** What becomes of a file with matches and syntax errors (A8). */
type OnParseError =
  /** It is left alone, and reported. */
  | "skip"
  /** It is edited all the same, as ast-grep does. */
  | "edit"
  /** The step fails before anything is queued. */
  | "fail";

/** A call of `ast_edit` as a recipe writes it, with defaults filled in. */
export interface AstEditParams {
  /**
   * In the order written, which is the order of precedence (A13). What the rule files hold comes after
   * them once these are read; empty only where every rule file's rule is switched off (A4).
   */
  readonly ops: readonly EditOp[];
  /** ast-grep rule files: globs or files, relative to the root. May be empty. */
  readonly rules: readonly string[];
  /** Globs, folders or files, relative to the root. Default: everything in scope. */
  readonly paths: readonly string[];
  /** Forces the language (A6); default: by extension, each file its own (A7). */
  readonly lang?: string;
  readonly per: Granularity;
  /** How many files one call may change; what is beyond is left out, with `limitReached` (A17). */
  readonly maxFiles?: number;
  readonly maxReplacements?: number;
  /** How often the ops are repeated on their own result; 1 is once. */
  readonly passes: number;
  readonly onParseError: OnParseError;
  /** Also edit files that say of themselves that a program wrote them. */
  readonly editGenerated: boolean;
}

/** A call of `ast_edit`. */
export interface AstEditStep {
  readonly kind: "ast_edit";
  readonly id: string;
  readonly params: AstEditParams;
  readonly when?: StepCondition;
  /** Where things stand in the recipe, for messages: the step, each path and each op's keys. */
  readonly places: StepPlaces;
}

/** A call of another tool, built-in or custom, by its name. */
export interface ToolStep {
  readonly kind: "tool";
  readonly id: string;
  readonly tool: string;
  /** As written: the tool itself checks them. May have a {@link LateText} for any string in it. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly when?: StepCondition;
  /** How long the call may take, and each apply and discard of what it queued; milliseconds. */
  readonly timeout: number;
  /** Of the tool's name. */
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

/** What a hook is told of: a call, before and after it, or a prompt before anything of it is history (F11). */
type HookMoment = "pre-tool" | "post-tool" | "prompt";

/** Code of a recipe that is told of tool calls and prompts, and may stop them (T18). Changes nothing itself. */
export interface HookDeclaration {
  readonly on: readonly HookMoment[];
  /** Globs for the names of tools; default: all. Without effect on prompts. */
  readonly tools: readonly string[];
  /** Either a command with its arguments, which is run in the root, or a module, relative to the root. */
  readonly code: { readonly run: readonly string[] } | { readonly module: string };
  /** Milliseconds. */
  readonly timeout: number;
  readonly place: PlaceInText;
}

/**
 * Finds the place of a value of the step, or of its key, by its path below `ast_edit`: `["ops", 0, "pat"]`.
 * A rule that came from a rule file is found there.
 */
export type StepPlaces = (
  path: readonly (string | number)[],
  part?: "key" | "value",
) => PlaceInText;

/** A recipe after it was read, checked and normalized: inputs are replaced, defaults filled in. */
export interface Recipe {
  readonly name: string;
  readonly description?: string;
  /** The file, as shown to people. */
  readonly path: string;
  readonly inputs: readonly InputDeclaration[];
  /** The values in force. */
  readonly inputValues: Readonly<Record<string, InputValue>>;
  readonly scope: ScopeRules;
  /** Globs: what stands in these files was written by nobody who is trusted. */
  readonly untrusted: readonly string[];
  readonly fileRefs: FileRefSettings;
  /** In the order written; a later one beats an earlier one, and each beats a file's extension. */
  readonly languageGlobs: readonly LanguageGlobs[];
  readonly expect: Expectation;
  /** In the order written. */
  readonly tools: readonly CustomToolFile[];
  /** In the order written, in which they are asked. */
  readonly hooks: readonly HookDeclaration[];
  readonly steps: readonly RecipeStep[];
}

/** Every call of a recipe, in order. */
export function callsOf(recipe: Recipe): readonly CallStep[] {
  return recipe.steps.flatMap((step) => {
    if (step.kind === "prompt") return [];
    return step.kind === "parallel" ? step.steps : [step];
  });
}

/** Every prompt of a recipe, in order. */
export function promptsOf(recipe: Recipe): readonly PromptStep[] {
  return recipe.steps.filter((step) => step.kind === "prompt");
}

/** Whether what a recipe comes to is for a model to say. */
export function asksModel(recipe: Recipe): boolean {
  return promptsOf(recipe).some(({ model }) => model.provider !== "none");
}

/** Every call of `ast_edit`, in order. */
export function astEditsOf(recipe: Recipe): readonly AstEditStep[] {
  return callsOf(recipe).filter((step) => step.kind === "ast_edit");
}
