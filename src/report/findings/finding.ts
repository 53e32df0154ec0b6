import { type ActionReport, isWarned } from "../../model/report/report.ts";
import type { LineChange } from "../../shared/diff/parse-diff.ts";

/** How much a finding needs a person. */
export type FindingLevel = "error" | "warning" | "note";

/** A place in a file as it was before the run. Lines from 1; columns from 1 in UTF-16 code units, ends exclusive. */
export interface FindingPlace {
  readonly startLine: number;
  /** Absent if only the lines are known. */
  readonly startColumn?: number;
  readonly endLine: number;
  /** Absent if the start is all that is known, or the lines. */
  readonly endColumn?: number;
  /** The columns as counts of UTF-8 bytes, with those of a BOM; absent if the lines are not known. */
  readonly bytes?: { readonly start: number; readonly end: number };
}

/** Changes of whole lines by which a file gets what the run writes. */
interface FindingFix {
  /** In the lines of the file before the run; no two of all fixes of a file touch. */
  readonly changes: readonly LineChange[];
}

/**
 * Something that a consumer of reports shows at a place: a replacement, a match that is told, a diagnostic, an alert.
 */
export interface Finding {
  readonly kind: "change" | "told" | "diagnostic" | "alert";
  readonly level: FindingLevel;
  /** `recipe/step/op`, without the op for the own search of a step; or the code of a diagnostic or an alert. */
  readonly ruleId: string;
  /** The rule for people. */
  readonly title: string;
  /** Relative to the root; absent for what is about no file. */
  readonly path?: string;
  readonly place?: FindingPlace;
  /** Safe for terminals and logs; may have several lines. */
  readonly message: string;
  /** More about every finding of its rule. */
  readonly note?: string;
  /** Without line numbers, unique in a report: equal findings of a file differ by their order. */
  readonly fingerprint: string;
  /** Of a replacement: its action. */
  readonly action?: Pick<ActionReport, "id" | "state" | "verdict" | "ruleId" | "recipe" | "step">;
  /** The changes are those of all steps; of replacements in the same lines, the first one has them. */
  readonly fix?: FindingFix;
}

/** Returns the level of an action; undefined for one that a policy discards, which is no finding. */
export function levelOfAction({
  state,
  isStale,
  applyError,
  warned,
}: Pick<ActionReport, "state" | "isStale" | "applyError" | "warned">): FindingLevel | undefined {
  switch (state) {
    case "failed":
      return isStale === true ? "warning" : "error";
    case "held":
      return applyError === undefined ? "warning" : "error";
    case "discarded":
      return undefined;
    default:
      return isWarned({ state, warned }) ? "warning" : "note";
  }
}
