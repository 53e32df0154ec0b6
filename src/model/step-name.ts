/** A step by the names that reports and journals use. */
export interface StepName {
  /** The name of the recipe. */
  readonly recipe: string;
  /** The id of the step. */
  readonly step: string;
}
