import type { EditOp, MeantNames, OpSettings } from "../edit.ts";
import type { PatchFormat } from "../patch/patch.ts";
import type { PlaceInText } from "../place.ts";
import type { ChangeClass } from "./change-class.ts";
import type { FormattedStep } from "./format-params.ts";
import type { ProgramParams } from "./program-params.ts";
import type { FindExpectation, RuleWords } from "./rule-words.ts";

/** The condition for a step to run: CEL over `inputs` and `steps` (docs/design/recipe.md). */
export interface StepCondition {
  readonly source: string;
  readonly place: PlaceInText;
}

/** The fields that the calls of all kinds have. */
interface Call<Kind extends string, Params> extends FormattedStep {
  readonly kind: Kind;
  readonly id: string;
  readonly params: Params;
  readonly when?: StepCondition;
  /** A model decides what the code of the step proposes. */
  readonly by?: "model";
  /** What the recipe claims of the changes. */
  readonly class?: ChangeClass;
  /** The names of languages in a step over files, with their places: only the engine knows if they exist. */
  readonly languages?: readonly { readonly language: string; readonly place: PlaceInText }[];
}

/** One tool call of a recipe. */
export type CallStep = AstEditStep | FindStep | ToolStep | TransformStep | CommandStep | PatchStep;

/** The name of a kind of call, as recipes write it. */
export type CallKindName = CallStep["kind"];

/** The content of one pending action of a step: everything, one file, or one match (one stretch of changed lines). */
export type Granularity = "step" | "file" | "match";

/** The treatment of a file with matches and syntax errors (A8). */
type OnParseError =
  /** It is left alone, and reported. */
  | "skip"
  /** It is edited despite them, as ast-grep does. */
  | "edit"
  /** The step fails before anything is queued. */
  | "fail";

/**
 * A call of `ast_edit` as a recipe writes it, with defaults filled in. Its {@link OpSettings} are those of the rules of
 * rule files: each op has its own.
 */
export interface AstEditParams extends OpSettings {
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
  /** Only these languages, as written: ids or aliases, which only the engine can check. Never beside `lang`. */
  readonly languages?: readonly string[];
  /** The meanings of names for rules of files. */
  readonly names?: MeantNames;
  /** What ops claim of their changes, by their ids. Absent without any. */
  readonly classes?: Readonly<Record<string, ChangeClass>>;
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
export interface AstEditStep extends Call<"ast_edit", AstEditParams> {
  /** Places in the recipe, for messages: of the step, of each path and of each op's keys. */
  readonly places: StepPlaces;
}

/** A call that searches with ops: to edit, or to tell. */
export type SearchStep = AstEditStep | FindStep;

/**
 * Finds the place of a value of the step, or of its key, by its path below `ast_edit`: `["ops", 0, "pat"]`. A rule from
 * a rule file has its place there.
 */
export type StepPlaces = (
  path: readonly (string | number)[],
  part?: "key" | "value",
) => PlaceInText;

/** A search that tells of its matches; its ops are those of an edit that is never made. */
export interface FindParams extends AstEditParams {
  /** The words of the rules of rule files, by the ids of their ops. */
  readonly ruleWords: ReadonlyMap<string, RuleWords>;
  /** The words of the step, which beat those of its rules. */
  readonly words: RuleWords;
  readonly expect: FindExpectation;
}

/** A call that tells of its matches. Its one op has the keys of `find` itself. */
export interface FindStep extends Call<"find", FindParams> {
  /** As of {@link AstEditStep}, below `find`. */
  readonly places: StepPlaces;
}

/** A call of another tool, built-in or custom, by its name; its parameters are as written: the tool checks them. */
export interface ToolStep extends Call<"tool", ToolParams> {
  readonly tool: string;
  /** The limit for the call, and for each apply and discard of its actions; milliseconds. */
  readonly timeout: number;
  /** The place of the tool's name. */
  readonly place: PlaceInText;
  readonly paramsPlace: PlaceInText;
}

/** The parameters of a tool. Any string in them may be a `LateText`. */
type ToolParams = Readonly<Record<string, unknown>>;

/** The forms that the module of a transform can have. */
export const TRANSFORM_APIS = ["sluice", "jssg", "jscodeshift", "es-tooling"] as const;

/** The form of the module of a transform. */
export type TransformApi = (typeof TRANSFORM_APIS)[number];

/** A function of a module over files, as a recipe writes it, with defaults filled in. */
export interface TransformParams {
  /** A file below the root, `./codemod.ts`, or a name that Node resolves from there: a package or a part of one. */
  readonly module: string;
  /** Default: found out from the module, which has to be certain. */
  readonly api?: TransformApi;
  /** Globs, folders or files, relative to the root. Default: everything in scope. */
  readonly paths: readonly string[];
  /** Only these languages, as written: ids or aliases. Default: those of the recipe, or every file that is a text. */
  readonly languages?: readonly string[];
  /** The content of one pending action: everything, one file, or one stretch of changed lines. */
  readonly per: Granularity;
  /** Handed to the function as they are. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The limit for one file; milliseconds. */
  readonly timeout: number;
}

/** A call of a function over files. */
export interface TransformStep extends Call<"transform", TransformParams> {
  /** The place of the name of the module. */
  readonly place: PlaceInText;
}

/** True if the module of a transform is a file below the root, and not a package. */
export function isOwnModule(module: string): boolean {
  return /^\.{1,2}\//.test(module);
}

/** A program over files, as a recipe writes it, with defaults filled in. */
export interface CommandParams extends ProgramParams {
  /** Globs, folders or files, relative to the root, that it may change. Default: everything in scope. */
  readonly paths: readonly string[];
  /** Only these languages, as written: ids or aliases. Default: those of the recipe, or every file. */
  readonly languages?: readonly string[];
  /** The content of one pending action: everything, one file, or one stretch of changed lines. */
  readonly per: Granularity;
  /** The folder in which it runs, relative to the root; "." is the root. */
  readonly cwd: string;
  /** The limit for all of its starts; milliseconds. */
  readonly timeout: number;
}

/** A call of a program over files. */
export interface CommandStep extends Call<"command", CommandParams> {
  /** The place of the program with its arguments. */
  readonly place: PlaceInText;
}

/** Stands in the place of a file for the proposal that the caller gave. */
export const GIVEN_PATCH = "-";

/** A proposal of somebody else, as a recipe writes it, with defaults filled in. */
export interface PatchParams {
  /** Relative to the root, or {@link GIVEN_PATCH}. */
  readonly file: string;
  /** Default: the content of the file tells. */
  readonly as?: PatchFormat;
  /** Globs, folders or files, relative to the root: others are left out. Default: everything in scope. */
  readonly paths: readonly string[];
  readonly per: Granularity;
}

/** A call that proposes what a file says. */
export interface PatchStep extends Call<"patch", PatchParams> {
  /** The place of the name of the file. */
  readonly place: PlaceInText;
}
