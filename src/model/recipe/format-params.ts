import type { PlaceInText } from "../place.ts";
import type { ProgramParams } from "./program-params.ts";

/** The text in an argument of a formatter in whose place the path of the file stands. */
export const PATH_ARGUMENT = "{path}";

/** A program that formats what a step changed, as a recipe writes it, with defaults filled in. */
export interface FormatParams extends ProgramParams {
  /** `stdin`: one start for each file, text in and text out. `files`: it writes the files of a copy. */
  readonly input: "stdin" | "files";
  /** Globs, folders or files, relative to the root, that it formats. Default: every file. */
  readonly paths: readonly string[];
  /** The limit for one start; milliseconds. */
  readonly timeout: number;
  /** The place of the program with its arguments. */
  readonly place: PlaceInText;
}

/** A step whose changes may be formatted. */
export interface FormattedStep {
  /** The first whose paths have a file formats it. Empty: switched off. Undefined: as the recipe around it says. */
  readonly format?: readonly FormatParams[] | undefined;
}

/** The reason why a step with a formatter cannot have an action for each match. */
export const PER_MATCH_FORMATTED =
  "`per: match` cannot be used together with `format`: what is formatted at one match depends on the others.";
