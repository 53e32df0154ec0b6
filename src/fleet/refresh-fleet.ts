import type { World } from "../model/world.ts";
import { fleetPlace } from "./file/fleet-name.ts";
import { openState } from "./ledger/fleet-state.ts";
import { Ledger } from "./ledger/ledger.ts";
import { LedgerError } from "./ledger/ledger-error.ts";
import { readLedger } from "./ledger/read-ledger.ts";
import { findMerged } from "./publish/find-merged.ts";

/** The longest wait for a round that is worked on; milliseconds. */
const LOCK_TIME = 10_000;

/**
 * Notes which repositories of the last round have all of their pull requests merged. Returns warnings, as sentences.
 */
export async function refreshFleet(
  { file, state: named }: { readonly file: string; readonly state: string | undefined },
  world: World,
): Promise<readonly string[]> {
  const fleet = fleetPlace(file, world.cwd);
  const signal = world.interrupted;
  const waiting = { lockTimeout: LOCK_TIME, signal, onWait: () => undefined };
  const state = await openState({ fleet, state: named, ...waiting }, world);
  if ("kind" in state) return [state.message];
  try {
    const reading = await readLedger(state.folder);
    if (reading?.round === undefined) return [];
    const ledger = await Ledger.resume(state.folder, reading, world.now);
    try {
      return await findMerged({ ledger, world, signal });
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return [error.message];
  } finally {
    await state.lock.release();
  }
}
