import { join } from "node:path";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { FleetRound } from "../../model/fleet/fleet-round.ts";
import { sha256 } from "../../shared/sha256.ts";

/** The file in the state folder by which its rounds differ from those of other machines. */
const FILE = "queue-id";

/** A round, and the queue that its jobs are on. */
export interface QueuedRound {
  /** No other round of any fleet has it, and a round that goes on keeps it. */
  readonly id: string;
  /** A name; see `jobsQueueOf`. */
  readonly queue: string;
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
  { queue, round, startedAt }: Pick<FleetRound, "round" | "startedAt"> & Pick<QueuedRound, "queue">,
  newId: () => string,
): Promise<RoundOnQueue> {
  const read = await readBounded(join(folder, FILE), 1024);
  const text = read.kind === "bytes" ? Buffer.from(read.bytes).toString() : "";
  const [known = "", ...before] = text.split("\n");
  const own = known === "" ? newId() : known;
  const id = sha256(JSON.stringify([own, queue, round, startedAt]));
  const [lastId = id, lastQueue = queue] = before;
  const last = lastId === id ? undefined : { id: lastId, queue: lastQueue };
  return { id, queue, last, keep: () => keepRunFile(folder, FILE, `${own}\n${id}\n${queue}`) };
}
