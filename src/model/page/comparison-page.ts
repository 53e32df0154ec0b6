import type { ChangedAction, ComparedAction, Comparison } from "../report/comparison.ts";
import type { Bounded } from "./page-part.ts";

/** The data of the page of two reports that were compared. */
export interface ComparisonPage extends Pick<Comparison, "before" | "after" | "counts"> {
  readonly kind: "comparison";
  readonly moves: Bounded<Comparison["moves"][number]>;
  readonly changed: Bounded<ChangedAction>;
  readonly new: Bounded<ComparedAction>;
  readonly gone: Bounded<ComparedAction>;
  readonly files: Bounded<Comparison["files"][number]>;
}
