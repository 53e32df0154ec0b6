import type { PlaceInText } from "../place.ts";
import type { StepCondition } from "./prompt-step.ts";

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
  readonly per: "step" | "file" | "match";
  /** Handed to the function as they are. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The limit for one file; milliseconds. */
  readonly timeout: number;
}

/** A call of a function over files. */
export interface TransformStep {
  readonly kind: "transform";
  readonly id: string;
  readonly params: TransformParams;
  readonly when?: StepCondition;
  /** The place of the name of the module. */
  readonly place: PlaceInText;
  /** The places of `languages`, in their order. */
  readonly languagePlaces: readonly PlaceInText[];
}
