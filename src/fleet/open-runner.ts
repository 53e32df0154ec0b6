import type { Diagnostic } from "../model/diagnostic.ts";
import type { FleetRepository } from "../model/fleet/fleet.ts";
import type { RunFleetJob } from "../model/fleet/fleet-job.ts";
import type { FleetRound } from "../model/fleet/fleet-round.ts";
import type { World } from "../model/world.ts";
import type { FleetListener, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import type { MakePlan } from "./job/plan-in.ts";
import { jobRunner } from "./job/run-job.ts";
import { openMirrors } from "./mirror/mirror-folder.ts";
import { openQueue } from "./open-queue.ts";
import type { QueueServer } from "./queue/open-server.ts";
import { openQueueRunner } from "./queue/queue-runner.ts";
import { roundIdOf } from "./queue/round-id.ts";

/** The process, or the workers of a queue, that do the jobs of a fleet. */
export interface FleetRunner {
  /** Begins to do those of a round. */
  begin(round: RunnerRound): Promise<{ readonly run: RunFleetJob; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** A round whose state this process has locked. */
interface RunnerRound {
  /** The state folder. */
  readonly folder: string;
  readonly round: FleetRound;
  /** The commits that were fetched before the round was cut off, by the names of repositories. */
  readonly known: ReadonlyMap<string, string>;
}

/** The surroundings of a runner. */
interface RunnerContext {
  readonly setting: FleetSetting;
  /** Finds a repository of the fleet by its name. */
  readonly repositoryOf: (name: string) => FleetRepository | undefined;
  readonly makePlan: MakePlan;
  readonly world: World;
}

type RunnerRequest = Pick<FleetRequest, "mirrors" | "maxSize" | "lockTimeout" | "repositoryTime">;

/** Opens what does the jobs that a caller wants done. */
export async function openRunner(
  request: RunnerRequest & Pick<FleetRequest, "queue" | "packages">,
  context: RunnerContext & { readonly listener: Pick<FleetListener, "onWarning"> },
): Promise<FleetRunner | { readonly fault: Diagnostic }> {
  if (request.queue === undefined) {
    const local = openLocal(request, context);
    if ("fault" in local) return local;
    const close = async () => {};
    return { begin: async ({ known }) => ({ run: local(known), close }), close };
  }
  const server = await openQueue(request.queue, request, context);
  return "fault" in server ? server : runnerOn(server, context.world);
}

/** Opens what does jobs in this process, with the commits of `RunnerRound`. */
export function openLocal(
  { mirrors: named, maxSize: bytes, lockTimeout, repositoryTime }: RunnerRequest,
  { setting, repositoryOf, makePlan, world }: RunnerContext,
): ((known: RunnerRound["known"]) => RunFleetJob) | { readonly fault: Diagnostic } {
  const mirrors = openMirrors(named, setting.fleet.folder, world);
  if ("fault" in mirrors)
    return { fault: { code: "invalid-option", severity: "error", message: mirrors.fault } };
  return (known) =>
    jobRunner({
      ...{ setting, makePlan, world, known, bytes, lockTimeout, mirrors: mirrors.folder },
      ...{ jobTime: repositoryTime, time: repositoryTime },
      repositoryOf,
    });
}

function runnerOn(server: QueueServer, { newRunId }: World): FleetRunner {
  return {
    begin: async ({ folder, round }) =>
      openQueueRunner(server, await roundIdOf(folder, round, newRunId)),
    close: () => server.close(),
  };
}
