import type { FindParams } from "../../model/recipe/call-step.ts";
import type { FoundSum } from "../../model/report/report.ts";
import type { BaseTexts } from "../../model/search/base-texts.ts";
import type { StepFindings } from "../../model/search/step-found.ts";
import type { StepName } from "../../model/step-name.ts";
import type { CallEnvironment } from "../ast-edit/search/call-environment.ts";
import type { ToldPlaces } from "../ast-edit/search/collected-findings.ts";

/** What a call has found. */
export interface FoundByCall {
  readonly params: FindParams;
  /** Sorted by path, then by place. */
  readonly told: readonly ToldPlaces[];
  /** What there is at the base. Undefined if the step does not compare. */
  readonly compared: ComparedWithBase | undefined;
}

/** The findings of a call beside those at the base. */
export interface ComparedWithBase extends NonNullable<FoundSum["base"]> {
  /** The number of findings now; with some lines alone, also those on the others. */
  readonly now: number;
  /** True for a finding that is not at the base, as well as that can be told. */
  readonly isNew: (path: string, place: ToldPlaces["places"][number]) => boolean;
}

/** The surroundings of a call. */
export interface FindContext extends CallEnvironment {
  readonly owner: StepName;
  /** The texts of the base of the run. Undefined if it is not known: nothing asks for it. */
  readonly baseTexts?: BaseTexts | undefined;
  readonly onFound?: ((found: StepFindings) => void) | undefined;
}
