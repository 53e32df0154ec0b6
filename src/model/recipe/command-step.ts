import type { PlaceInText } from "../place.ts";
import type { ProgramParams } from "./program-params.ts";
import type { StepCondition } from "./prompt-step.ts";

/** The argument of a command in whose place the files of a batch stand. */
export const FILES_ARGUMENT = "{files}";

/** A program over files, as a recipe writes it, with defaults filled in. */
export interface CommandParams extends ProgramParams {
  /** Globs, folders or files, relative to the root, that it may change. Default: everything in scope. */
  readonly paths: readonly string[];
  /** Only these languages, as written: ids or aliases. Default: those of the recipe, or every file. */
  readonly languages?: readonly string[];
  /** The content of one pending action: everything, one file, or one stretch of changed lines. */
  readonly per: "step" | "file" | "match";
  /** The folder in which it runs, relative to the root; "." is the root. */
  readonly cwd: string;
  /** The limit for all of its starts; milliseconds. */
  readonly timeout: number;
}

/** A call of a program over files. */
export interface CommandStep {
  readonly kind: "command";
  readonly id: string;
  readonly params: CommandParams;
  readonly when?: StepCondition;
  /** The place of the program with its arguments. */
  readonly place: PlaceInText;
}
