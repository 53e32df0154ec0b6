import { TipFault } from "../../git/fetched/tip-fault.ts";
import type { FleetRepository } from "../../model/fleet/fleet.ts";
import type { FleetJob, JobResult, RunFleetJob } from "../../model/fleet/fleet-job.ts";
import type { World } from "../../model/world.ts";
import { messageOf } from "../../shared/message-of.ts";
import { openCheckout } from "../mirror/open-checkout.ts";
import { type MirrorContext, type OpenMirror, openMirrorOf } from "../mirror/open-mirror.ts";
import { findText } from "./find-text.ts";
import type { FleetSetting } from "./fleet-setting.ts";
import { jobDigest } from "./job-digest.ts";
import { type MakePlan, planIn, worldIn } from "./plan-in.ts";
import { reasonOf } from "./reason-of.ts";

/** What jobs of a fleet need. */
export interface JobContext extends Omit<MirrorContext, "signal" | "world"> {
  readonly setting: FleetSetting;
  readonly makePlan: MakePlan;
  readonly world: World;
  /** The longest job; milliseconds. */
  readonly jobTime: number;
  /** Finds a repository of the fleet by its name. */
  readonly repositoryOf: (name: string) => FleetRepository | undefined;
  /** The commits that were fetched before a round was cut off, by the names of repositories. */
  readonly known: ReadonlyMap<string, string>;
}

/** The parts of a result that a job finds. */
type Found = Omit<JobResult, "version" | "fleet" | "repository" | "took">;

/** Returns what does the jobs of a fleet in this process. */
export function jobRunner(context: JobContext): RunFleetJob {
  return async (job, tell, signal) => {
    const clock = new JobClock(context.world.now);
    const found = await runBounded(job, { ...context, tell, signal, clock });
    return { ...job, ...found, took: clock.took };
  };
}

/** A job that is done. */
interface Work extends JobContext {
  readonly tell: Parameters<RunFleetJob>[1];
  readonly signal: AbortSignal;
  readonly clock: JobClock;
}

async function runBounded(job: FleetJob, work: Work): Promise<Found> {
  const { setting, repositoryOf, jobTime, world } = work;
  const repository = repositoryOf(job.repository);
  if (repository === undefined)
    return failed("unknown-repository", "The fleet file does not have this repository.");
  if (job.fleet !== jobDigest(setting.digest, repository))
    return failed(
      "other-fleet",
      "The job is of another fleet file, or of another version of Sluice.",
    );
  const timeUp = world.after(jobTime);
  const signal = AbortSignal.any([work.signal, timeUp]);
  try {
    return await runJob(repository, { ...work, signal });
  } catch (error) {
    work.signal.throwIfAborted(); // The round ends, and the job is not done.
    if (timeUp.aborted) return failed("timeout", `It took longer than ${jobTime / 1000} s.`);
    return failed("fault", `${messageOf(error)}.`);
  }
}

async function runJob(repository: FleetRepository, work: Work): Promise<Found> {
  const { clock, tell, known } = work;
  let mirror: OpenMirror;
  try {
    mirror = await clock.time("clone", openMirrorOf(repository, known.get(repository.name), work));
  } catch (error) {
    if (error instanceof TipFault) return notCloned(error);
    throw error;
  }
  try {
    const { commit } = mirror;
    tell("cloned", commit);
    const search = await clock.time("search", findText(repository, mirror, work.setting));
    tell("searched");
    if (search.kind === "none") return { commit, state: "skipped", reason: search.reason };
    return { commit, ...(await planOf(repository, mirror, work)) };
  } finally {
    await mirror.release();
  }
}

async function planOf(
  repository: FleetRepository,
  mirror: OpenMirror,
  { clock, world, signal, setting, makePlan }: Work,
): Promise<Omit<Found, "commit">> {
  const here = worldIn(world, signal); // With the same variables, git is asked for its settings once.
  const tree = await clock.time("checkout", openCheckout(mirror, here, signal));
  try {
    const planning = { makePlan, setting, world: here };
    return await clock.time("plan", planIn(tree.folder, repository, planning));
  } finally {
    await tree.remove();
  }
}

/** A repository without a commit is nothing to work on; anything else is a failure. */
function notCloned({ code, message }: TipFault): Found {
  const reason = reasonOf(code, `The repository was not fetched: ${message}.`);
  return { commit: null, state: code === "empty" ? "skipped" : "failed", reason };
}

function failed(code: string, message: string): Found {
  return { commit: null, state: "failed", reason: reasonOf(code, message) };
}

/** The milliseconds that each part of a job takes. A clock that is set back counts as no time. */
class JobClock {
  readonly #now: () => number;
  readonly #took: Record<string, number> = {};

  constructor(now: () => number) {
    this.#now = now;
  }

  get took(): Readonly<Record<string, number>> {
    return this.#took;
  }

  async time<T>(part: string, work: Promise<T>): Promise<T> {
    const start = this.#now();
    try {
      return await work;
    } finally {
      this.#took[part] = Math.max(0, Math.round(this.#now() - start));
    }
  }
}
