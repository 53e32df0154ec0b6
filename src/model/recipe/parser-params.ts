import type { PlaceInText } from "../place.ts";
import type { ProgramParams } from "./program-params.ts";

/** A program that tells if a text is valid code of a language, with defaults filled in. */
export interface ParserParams extends Pick<ProgramParams, "run" | "env" | "ok"> {
  /** As written: an id or an alias, which only the engine can check. */
  readonly language: string;
  /** The limit for one text; milliseconds. */
  readonly timeout: number;
  readonly place: PlaceInText;
}
