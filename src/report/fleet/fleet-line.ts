import type { Colors } from "picocolors/types.js";
import type { FleetSummary } from "../../model/fleet/fleet-job.ts";
import type { FleetRow } from "../../model/fleet/fleet-round.ts";
import { terminalLine } from "../terminal-text.ts";
import { countWords } from "./fleet-words.ts";

/** Returns a repository that came to its end as one line. */
export function fleetLine(
  { repository, state, reason }: FleetRow,
  summary: FleetSummary | undefined,
  colors: Colors,
): string {
  const words = [reason?.message ?? "", countWords({ counts: summary })];
  const detail = words.filter((part) => part !== "").join("; ");
  const word = state.padEnd(9);
  const name = terminalLine(repository.name);
  const shown = state === "failed" ? colors.red(word) : word;
  return `${shown} ${name}${detail === "" ? "" : `  ${colors.dim(terminalLine(detail))}`}`;
}
