import type { PlaceInText } from "../place.ts";
import type { StepCondition } from "./call-step.ts";
import type { FormattedStep } from "./format-params.ts";

/** A step that stands for the steps of another recipe, which come in its place when that recipe is read. */
export interface UseStep extends FormattedStep {
  readonly kind: "uses";
  readonly id: string;
  /** The recipe, as written: a name, a path, or one that ships or that is in a package. */
  readonly recipe: string;
  /** The values of its inputs. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The inputs whose values come from inputs of the recipe with this step. */
  readonly passed: readonly string[];
  readonly when?: StepCondition;
  /** The number of steps of other kinds before it. */
  readonly index: number;
  /** The place of the recipe's name. */
  readonly place: PlaceInText;
  /** Returns the place of an input's name under `with`. */
  readonly placeOfInput: (name: string) => PlaceInText;
}
