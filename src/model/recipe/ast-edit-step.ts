import type { EditOp } from "../edit.ts";
import type { PlaceInText } from "../place.ts";
import type { StepCondition } from "./prompt-step.ts";

/** Sets the language of files whose names match one of the globs; ast-grep's `languageGlobs`. */
export interface LanguageGlobs {
  /** As written: an id or an alias, which only the engine can check. */
  readonly language: string;
  /** Matched with the name of the file, without its folder. */
  readonly globs: readonly string[];
  readonly place: PlaceInText;
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
  /** Only these languages, as written: ids or aliases, which only the engine can check. Never beside `lang`. */
  readonly languages?: readonly string[];
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

/**
 * Finds the place of a value of the step, or of its key, by its path below `ast_edit`: `["ops", 0, "pat"]`. A rule from
 * a rule file has its place there.
 */
export type StepPlaces = (
  path: readonly (string | number)[],
  part?: "key" | "value",
) => PlaceInText;
