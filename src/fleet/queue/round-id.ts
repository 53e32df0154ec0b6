import { join } from "node:path";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { FleetRound } from "../../model/fleet/fleet-round.ts";
import { sha256 } from "../../shared/sha256.ts";

/** The file in the state folder by which its rounds differ from those of other machines. */
const FILE = "queue-id";

/** A round on a queue, and the fleet that it is of. */
export interface QueuedRound {
  /** No other round of any fleet has it, and a round that goes on keeps it. */
  readonly id: string;
  /** A digest; see `FleetJob`. */
  readonly fleet: string;
}

/** A round that begins or goes on, on a queue. The state folder is locked by this process. */
interface RoundOnQueue extends QueuedRound {
  /** The round before it in this state folder, of which jobs may be left. */
  readonly last?: QueuedRound | undefined;
  /** Notes that nothing is left of the last round. It comes before the first job. */
  keep(): Promise<void>;
}

/** Reads which round of a state folder was on a queue last, and gives the round its id. */
export async function roundOnQueue(
  folder: string,
  { fleet, round, startedAt }: Pick<FleetRound, "fleet" | "round" | "startedAt">,
  newId: () => string,
): Promise<RoundOnQueue> {
  const read = await readBounded(join(folder, FILE), 1024);
  const text = read.kind === "bytes" ? Buffer.from(read.bytes).toString() : "";
  const [known = "", ...before] = text.split("\n");
  const own = known === "" ? newId() : known;
  const id = sha256(JSON.stringify([own, fleet, round, startedAt]));
  const [lastId = id, lastFleet = fleet] = before;
  const last = lastId === id ? undefined : { id: lastId, fleet: lastFleet };
  return { id, fleet, last, keep: () => keepRunFile(folder, FILE, `${own}\n${id}\n${fleet}`) };
}
