import type { ResolvedAction } from "../../model/past/resolution.ts";
import type { JournalRecord } from "./journal-record.ts";

/** Some held actions that a run applies, and the run that held them; null if it was in another place. */
export type HeldBy = NonNullable<Extract<JournalRecord, { kind: "run" }>["resolves"]>[number];

/** The resolutions that a run writes with its files, by the run that held the actions. */
export interface WrittenResolutions {
  readonly run: string;
  readonly resolved: readonly ResolvedAction[];
}

/** Returns the resolutions that a run writes, from its journal. They count once a transaction of the run is done. */
export function resolutionsBy(records: readonly JournalRecord[]): readonly WrittenResolutions[] {
  const [run] = records;
  if (run?.kind !== "run" || run.resolves === undefined) return [];
  const reason = records.find((record) => record.kind === "begin")?.action.reason ?? "";
  return resolutionsOf(run.resolves, { by: run.id, at: run.startedAt, reason });
}

/** Returns the resolutions of held actions that a run applies. */
export function resolutionsOf(
  held: readonly HeldBy[],
  about: Pick<ResolvedAction, "by" | "at" | "reason">,
): readonly WrittenResolutions[] {
  const { reason, at, by } = about;
  return held.flatMap(({ run, actions }) => {
    if (run === null) return [];
    const resolved = actions.map(
      (action) => ({ action, verdict: "apply", reason, at, by }) as const,
    );
    return [{ run, resolved }];
  });
}
