import type { StartedRun } from "./start-run.ts";

/** The largest number of turns that an alert names. */
const MAX_NAMED = 10;

/** Reports recorded answers that the run did not ask for: the recording was made of something else. */
export function reportUnplayed({ prepared, ledger }: StartedRun): void {
  const turns = prepared.models.unplayed();
  if (turns.length === 0) return;
  const more = turns.length > MAX_NAMED ? `; and ${turns.length - MAX_NAMED} more` : "";
  const message = `Recorded, and not asked for: ${turns.slice(0, MAX_NAMED).join("; ")}${more}.`;
  ledger.alert({ level: "warn", code: "replay-unused", message });
}
