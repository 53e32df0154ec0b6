import type { Diagnostic } from "../model/diagnostic.ts";
import type { FleetRepository } from "../model/fleet/fleet.ts";
import type { RunFleetJob } from "../model/fleet/fleet-job.ts";
import type { FleetRound } from "../model/fleet/fleet-round.ts";
import type { World } from "../model/world.ts";
import { countOf } from "../shared/count-of.ts";
import type { FleetListener, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import type { MakePlan } from "./job/plan-in.ts";
import { jobRunner } from "./job/run-job.ts";
import { openMirrors } from "./mirror/mirror-folder.ts";
import { openQueue } from "./open-queue.ts";
import type { QueueServer } from "./queue/open-server.ts";
import { openQueueRunner } from "./queue/queue-runner.ts";
import { removeRound } from "./queue/remove-round.ts";
import { roundOnQueue } from "./queue/round-id.ts";
import { aloneLine } from "./queue/worker-watch.ts";

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
  request: RunnerRequest & Pick<FleetRequest, "file" | "queue" | "packages">,
  context: RunnerContext & { readonly listener: Pick<FleetListener, "onWarning"> },
): Promise<FleetRunner | { readonly fault: Diagnostic }> {
  if (request.queue === undefined) {
    const local = openLocal(request, context);
    if ("fault" in local) return local;
    const close = async () => {};
    return { begin: async ({ known }) => ({ run: local(known), close }), close };
  }
  const server = await openQueue(request.queue, request, context);
  if ("fault" in server) return server;
  const { world, listener } = context;
  const line = aloneLine(request.file, request.queue, server.times);
  return runnerOn(server, world, { note: listener.onWarning, line });
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

/** `line` is what people are told if there is no worker. */
function runnerOn(
  server: QueueServer,
  { newRunId }: World,
  { note, line }: { readonly note: FleetListener["onWarning"]; readonly line: string },
): FleetRunner {
  return {
    async begin({ folder, round }) {
      const { id, last, keep } = await roundOnQueue(
        folder,
        { ...round, queue: server.jobs.name },
        newRunId,
      );
      const left = last === undefined ? 0 : await removeRound(server, last);
      if (left > 0) note(`The last round had left ${countOf(left, "job")} on the queue: removed.`);
      await keep();
      return openQueueRunner(server, { id, onAlone: () => note(line) });
    },
    close: () => server.close(),
  };
}
