import type { FieldsOf } from "./options/request-fields.ts";

/** The held actions that a person ends, and their verdict. */
export interface ResolveHeldRequest extends FieldsOf<"resolve"> {
  /** Absolute. */
  readonly root: string;
  /** Id of the run in which they were held, or the beginning of one, or `last`. */
  readonly run: string;
  readonly choice: HeldChoice;
  readonly verdict: "apply" | "discard";
  /** Never blank (R23). */
  readonly reason: string;
}

/** The choice of held actions: by their ids, or all that every filter lets through. */
export type HeldChoice =
  /** Ids, or beginnings of ids. Never empty. */
  | { readonly kind: "ids"; readonly ids: readonly string[] }
  | {
      readonly kind: "filters";
      /** Ids of rules that held them. Empty: any. */
      readonly rules: readonly string[];
      /** Names of recipes. Empty: any. */
      readonly recipes: readonly string[];
      /** Globs that match each of the files of an action. Empty: any. */
      readonly paths: readonly string[];
    };
