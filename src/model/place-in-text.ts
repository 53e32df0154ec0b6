import type { Place } from "./edit.ts";

/** A place, with the excerpt that shows it. */
export interface PlaceInText extends Place {
  readonly frame: string;
}
