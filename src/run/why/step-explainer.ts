import type { FileChange } from "../../model/action/preview.ts";
import type { CallStep } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { StepWhy } from "../../model/report/report.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";

/** A call of a step that is over, and whose actions are not decided yet. */
export interface CallToExplain {
  readonly recipe: Recipe;
  readonly step: CallStep;
  /** Undefined if the call failed, or if its tool searches nothing. */
  readonly findings: SearchFindings | undefined;
  /** The changes that it proposes; those of one file stand together. */
  readonly changes: Iterable<FileChange>;
  /** Why it failed. */
  readonly failure: string | undefined;
}

/** Explains what the steps of a run found. */
export interface StepExplainer {
  /** Explains one call. Throws a `CancelledError` if the run is being stopped. */
  explain(call: CallToExplain): Promise<StepWhy>;
}
