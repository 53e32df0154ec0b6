import type { World } from "../model/world.ts";
import { readFleet } from "./file/read-fleet.ts";
import { type FleetSignals, invalidEnd, stoppedEnd } from "./fleet-end.ts";
import type { FleetOutcome, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import { prepareFleet } from "./job/prepare-fleet.ts";

/** Reads a fleet file, with the recipes and the policy that it names. Returns the end of the command otherwise. */
export async function openSetting(
  { file, trust, packages }: Pick<FleetRequest, "file" | "trust" | "packages">,
  world: World & FleetSignals,
  signal: AbortSignal,
): Promise<{ readonly setting: FleetSetting } | { readonly end: FleetOutcome }> {
  const read = await readFleet(file, trust, world);
  if ("diagnostics" in read) return { end: invalidEnd(read.diagnostics) };
  const prepared = await prepareFleet(read, { packages }, world, signal);
  if (prepared === undefined) return { end: stoppedEnd(world) };
  return "diagnostics" in prepared ? { end: invalidEnd(prepared.diagnostics) } : prepared;
}
