import type { TextRegion } from "../model/place.ts";

/** One result of a scanner that looks for faults. */
export interface Finding {
  /** The name of the scanner. */
  readonly tool: string;
  /** The id of its rule; empty if it names none. */
  readonly rule: string;
  readonly message: string;
  /** Relative to the root; the URI of a file outside of it. Empty without a place. */
  readonly path: string;
  readonly region: TextRegion | undefined;
}

/** The findings of a scanner in a tree. */
export interface ScannedTree {
  readonly findings: readonly Finding[];
  /** The texts of their files, as they were for the scanner; those that cannot be read are missing. */
  readonly texts: ReadonlyMap<string, string>;
}
