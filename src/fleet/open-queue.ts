import { packagePlaces } from "../config/prepare/package-places.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { World } from "../model/world.ts";
import type { FleetListener, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import { openServer, type QueueServer } from "./queue/open-server.ts";
import { parseQueueAddress } from "./queue/queue-address.ts";
import { QUEUE_TIMES } from "./queue/queue-times.ts";
import { jobsQueueOf } from "./queue/queued-job.ts";

/** Connects to the queue that the caller names, for the jobs of a fleet. */
export async function openQueue(
  queue: string,
  { packages }: Pick<FleetRequest, "packages">,
  {
    setting,
    world,
    listener,
  }: {
    readonly setting: Pick<FleetSetting, "digest" | "fleet">;
    readonly world: World;
    readonly listener: Pick<FleetListener, "onWarning">;
  },
): Promise<QueueServer | { readonly fault: Diagnostic }> {
  const address = parseQueueAddress(queue);
  if ("fault" in address) return { fault: unusable(address.fault) };
  const root = setting.fleet.folder;
  const places = packagePlaces(
    { root, packages, allowCode: false },
    { mode: "all", base: null },
    world,
  );
  const context = { places, times: QUEUE_TIMES, note: listener.onWarning };
  const server = await openServer(address, jobsQueueOf(setting.digest, setting.fleet), context);
  return "fault" in server ? { fault: unusable(server.fault) } : server;
}

function unusable(message: string): Diagnostic {
  return { code: "invalid-option", severity: "error", message };
}
