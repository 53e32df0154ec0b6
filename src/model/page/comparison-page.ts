import type { ChangedAction, ComparedAction, Comparison } from "../report/comparison.ts";
import type { Bounded, PartPlace } from "./page-part.ts";

/** The data of the page of two reports that were compared. Diffs stand in parts, and are read when they are opened. */
export interface ComparisonPage extends Pick<Comparison, "before" | "after" | "counts"> {
  readonly kind: "comparison";
  readonly moves: Bounded<Comparison["moves"][number]>;
  readonly changed: Bounded<ChangedEntry>;
  readonly new: Bounded<ComparedEntry>;
  readonly gone: Bounded<ComparedEntry>;
  readonly files: Bounded<ComparedFile>;
}

/** An action of one of the two reports, as it is listed. */
export interface ComparedEntry
  extends Pick<ComparedAction, "recipe" | "step" | "label" | "line" | "state"> {
  /** The first of its files. */
  readonly paths: readonly string[];
  readonly fileCount: number;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
}

/** An action that both have, and that ended or was decided differently. */
export interface ChangedEntry extends Pick<ChangedAction, "differs"> {
  readonly before: ComparedEntry;
  readonly after: ComparedEntry;
}

/** A file whose net change is another one, as it is listed. */
export interface ComparedFile extends PartPlace {
  readonly path: string;
  /** Absent if nothing is written on this side. */
  readonly before?: ComparedNet | undefined;
  readonly after?: ComparedNet | undefined;
}

interface ComparedNet {
  readonly additions: number;
  readonly deletions: number;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
}
