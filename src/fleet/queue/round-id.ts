import { join } from "node:path";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { FleetRound } from "../../model/fleet/fleet-round.ts";
import { sha256 } from "../../shared/sha256.ts";

/** The file in the state folder by which its rounds differ from those of other machines. */
const FILE = "queue-id";

/**
 * Returns the id of a round on a queue: no other round of any fleet has it, and a round that goes on keeps it. The
 * state folder is locked by this process.
 */
export async function roundIdOf(
  folder: string,
  { fleet, round, startedAt }: Pick<FleetRound, "fleet" | "round" | "startedAt">,
  newId: () => string,
): Promise<string> {
  const read = await readBounded(join(folder, FILE), 1024);
  const known = read.kind === "bytes" ? Buffer.from(read.bytes).toString() : "";
  const id = known === "" ? newId() : known;
  if (known === "") await keepRunFile(folder, FILE, id);
  return sha256(JSON.stringify([id, fleet, round, startedAt]));
}
