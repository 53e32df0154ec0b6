import { findTextEdits } from "../../../src/edit/text/find-text-edits.ts";
import type { ThreatName } from "../../../src/model/action/facts.ts";
import { findThreats, scannedText } from "../../../src/threats/find-threats.ts";

/** A change of one file: its path, the text before (null: the file is new) and after (null: it is deleted). */
export type ThreatCase = readonly [path: string, before: string | null, after: string | null];

/** Changes that add one threat, and changes that look alike and add none. */
export interface ThreatCases {
  readonly planted: readonly ThreatCase[];
  /** Threats that are added all the same, and not found: the manual counts them, too. */
  readonly missed: readonly ThreatCase[];
  readonly innocent: readonly ThreatCase[];
}

/** Returns the places that changes of an action have in the fact. */
export function threatsIn(
  name: ThreatName,
  ...changes: readonly ThreatCase[]
): readonly string[] | undefined {
  return findThreats(
    name,
    changes.map(([path, before, after]) => ({
      path,
      before: before === null ? undefined : scannedText(path, before),
      after: after === null ? undefined : scannedText(path, after),
      edits: findTextEdits(before ?? "", after ?? ""),
    })),
  );
}
