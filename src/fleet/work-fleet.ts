import type { Diagnostic } from "../model/diagnostic.ts";
import type { JobResult, RunFleetJob } from "../model/fleet/fleet-job.ts";
import type { World } from "../model/world.ts";
import { fleetEnd, invalidEnd } from "./fleet-end.ts";
import type { FleetListener, FleetOutcome, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import { type DigestOf, digestFinder } from "./job/job-digest.ts";
import type { MakePlan } from "./job/plan-in.ts";
import { repositoryFinder } from "./list-repositories.ts";
import { openQueue } from "./open-queue.ts";
import { openLocal } from "./open-runner.ts";
import { openSetting } from "./open-setting.ts";
import { readJob } from "./queue/read-job.ts";
import { QueueLostError } from "./queue/watch-server.ts";
import { workOnQueue } from "./queue/work-on-queue.ts";

/** What a caller wants of a worker. */
export interface WorkerRequest
  extends Pick<
    FleetRequest,
    | "file"
    | "trust"
    | "packages"
    | "mirrors"
    | "maxSize"
    | "repositoryTime"
    | "lockTimeout"
    | "concurrency"
    | "queue"
  > {
  /** Without a queue: one job. With one: until it has no job left. */
  readonly once: boolean;
}

/** The outcome of `sluice fleet worker`. */
export interface WorkerOutcome extends FleetOutcome {
  /** Of one job. */
  readonly result?: JobResult;
  /** The number of jobs of a queue. */
  readonly done?: number;
}

/** What the doors hand in. */
interface WorkerDoors {
  readonly makePlan: MakePlan;
  readonly listener: Pick<FleetListener, "onWarning">;
}

/** `sluice fleet worker`: jobs of a fleet, of which another process keeps the ledger. */
export async function workFleet(
  request: WorkerRequest,
  world: World & { readonly timedOut: AbortSignal },
  { makePlan, listener }: WorkerDoors,
): Promise<WorkerOutcome> {
  const signal = AbortSignal.any([world.interrupted, world.timedOut]);
  const opened = await openSetting(request, world, signal);
  if ("end" in opened) return opened.end;
  const { setting } = opened;
  const repositoryOf = repositoryFinder(setting.fleet, world.env);
  const run = openLocal(request, { repositoryOf, makePlan, setting, world });
  if ("fault" in run) return invalidEnd([run.fault]);
  const digestOf = digestFinder(setting.digest, repositoryOf);
  const work = { setting, digestOf, run: run(new Map()), world, signal, listener };
  return request.queue === undefined ? runOne(work) : workOff(request.queue, request, work);
}

/** The work of a worker. */
interface Work {
  readonly setting: FleetSetting;
  readonly digestOf: DigestOf;
  readonly run: RunFleetJob;
  readonly world: World & { readonly timedOut: AbortSignal };
  readonly signal: AbortSignal;
  readonly listener: Pick<FleetListener, "onWarning">;
}

async function runOne({ setting, digestOf, run, world, signal }: Work): Promise<WorkerOutcome> {
  const job = await readJob(world, signal);
  if ("fault" in job) return invalidEnd([invalidOption(job.fault)]);
  const fleet = digestOf(job.repository) ?? setting.digest;
  if (job.fleet !== undefined && job.fleet !== fleet)
    return invalidEnd([
      invalidOption("The job is of another fleet file, or of another version of Sluice."),
    ]);
  try {
    const result = await run({ ...job, fleet }, () => undefined, signal);
    return { ...fleetEnd({ failed: result.state === "failed" }, [], world), result };
  } catch (error) {
    if (!signal.aborted) throw error;
    return fleetEnd({}, [], world);
  }
}

async function workOff(
  queue: string,
  request: WorkerRequest,
  { setting, digestOf, run, world, signal, listener }: Work,
): Promise<WorkerOutcome> {
  const server = await openQueue(queue, request, { setting, world, listener });
  if ("fault" in server) return invalidEnd([server.fault]);
  const { concurrency, once } = request;
  try {
    const work = { digestOf, run, concurrency, once, interrupted: signal };
    const done = await workOnQueue(server, work);
    return { ...fleetEnd({}, [], world), done };
  } catch (error) {
    if (!(error instanceof QueueLostError)) throw error;
    listener.onWarning(error.message);
    return fleetEnd({ failed: true }, [], world);
  } finally {
    await server.close();
  }
}

function invalidOption(message: string): Diagnostic {
  return { code: "invalid-option", severity: "error", message };
}
