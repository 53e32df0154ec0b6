import type { FleetRound } from "../model/fleet/fleet-round.ts";
import { fleetPlace } from "./file/fleet-name.ts";
import { stateFolderOf } from "./ledger/fleet-state.ts";
import { LedgerError } from "./ledger/ledger-error.ts";
import { readLedger } from "./ledger/read-ledger.ts";

/** The last round of a fleet, as its ledger has it. */
export interface FleetStatus {
  /** The name of the fleet. */
  readonly name: string;
  /** The state folder; absolute. */
  readonly folder: string;
  readonly round: FleetRound;
  /** The line of the ledger, from 1, after which nothing counts. */
  readonly damagedLine?: number | undefined;
}

/** Reads the last round of a fleet. The fleet file itself is not read: it may have changed, or be gone. */
export async function readStatus(
  { file, state }: { readonly file: string; readonly state: string | undefined },
  cwd: string,
): Promise<FleetStatus | { readonly why: string }> {
  const fleet = fleetPlace(file, cwd);
  const folder = stateFolderOf({ fleet, state }, cwd);
  try {
    const reading = await readLedger(folder);
    if (reading?.round === undefined) return { why: `There is no round in ${folder}.` };
    const { round, damagedLine } = reading;
    return { name: fleet.name, folder, round, damagedLine };
  } catch (error) {
    if (error instanceof LedgerError) return { why: error.message };
    throw error;
  }
}
