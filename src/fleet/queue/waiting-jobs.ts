import type { FleetJob, JobResult, RunFleetJob } from "../../model/fleet/fleet-job.ts";
import { FLEET_STATES, isFinal } from "../../model/fleet/fleet-state.ts";
import { isRecord } from "../../shared/is-record.ts";
import { reasonOf } from "../job/reason-of.ts";
import { checkResult } from "./check-result.ts";
import { unpackResult } from "./packed-result.ts";
import { jobIdOf, type QueuedJob, queuedResultSchema } from "./queued-job.ts";

type Tell = Parameters<RunFleetJob>[1];

interface Waiting {
  readonly queued: QueuedJob;
  readonly tell: Tell;
  readonly finish: (result: JobResult) => void;
  readonly fail: (reason: unknown) => void;
}

/** The most results that are kept before somebody asks for them. */
const MAX_EARLY = 1000;

/** The jobs of one round whose results are waited for. What workers send is a stranger's. */
export class WaitingJobs {
  readonly #waiting = new Map<string, Waiting>();
  /** Results that came before their jobs: a coordinator that was killed had asked for them. */
  readonly #early = new Map<string, unknown>();

  /** Waits for the result of a job. `id` is its name on the queue. Rejects when the signal fires. */
  wait(
    queued: QueuedJob,
    tell: Tell,
    signal: AbortSignal,
  ): { readonly id: string; readonly result: Promise<JobResult> } {
    const id = jobIdOf(queued);
    const result = new Promise<JobResult>((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(id);
        signal.removeEventListener("abort", abort);
      };
      const fail = (reason: unknown) => {
        end();
        reject(reason);
      };
      const abort = () => fail(signal.reason);
      const finish = (value: JobResult) => {
        end();
        resolve(value);
      };
      this.#waiting.set(id, { queued, tell, finish, fail });
      signal.addEventListener("abort", abort);
      if (signal.aborted) abort();
    });
    return { id, result };
  }

  /** The jobs that have no result yet, by their names on the queue. */
  get jobs(): ReadonlyMap<string, { readonly queued: QueuedJob }> {
    return this.#waiting;
  }

  /** Takes the data of a result. Returns the name of the job that is over, if it is one. */
  async take(data: unknown): Promise<string | undefined> {
    const parsed = queuedResultSchema().safeParse(data);
    if (!parsed.success) return undefined; // Nobody can tell whose it is; a job without a result is found to be lost.
    const { id, packed } = parsed.data;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      if (this.#early.size < MAX_EARLY) this.#early.set(id, data);
      return id;
    }
    const unpacked = await unpackResult(packed);
    const checked =
      "fault" in unpacked ? unpacked : checkResult(waiting.queued.job, unpacked.value);
    waiting.finish(
      "result" in checked
        ? checked.result
        : failureOf(
            waiting.queued.job,
            "result-refused",
            `The result is refused: ${checked.fault}`,
          ),
    );
    return id;
  }

  /** Takes the result that came before its job, if one did. */
  async takeEarly(id: string): Promise<void> {
    const data = this.#early.get(id);
    this.#early.delete(id);
    if (data !== undefined) await this.take(data);
  }

  /**
   * Ends a job that no worker could do; `why` is the last word of the queue. Returns its name, if it was waited for.
   */
  endFailed(id: string, why: string): string | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    const { job } = waiting.queued;
    const isLost = /stalled more than/.test(why); // In the words of BullMQ.
    waiting.finish(
      isLost
        ? failureOf(job, "worker-lost", "Each worker that began it was killed, or lost.")
        : failureOf(job, "worker-failed", why),
    );
    return id;
  }

  /** Tells a state on the way, if a worker sent one. */
  tellProgress(id: string, data: unknown): void {
    const { state, commit } = isRecord(data) ? data : {};
    const known = FLEET_STATES.find((each) => each === state);
    if (known === undefined || isFinal(known)) return;
    const isId = typeof commit === "string" && /^[0-9a-f]{40,64}$/.test(commit);
    this.#waiting.get(id)?.tell(known, isId ? commit : undefined);
  }

  /** Rejects all that wait. */
  failAll(reason: unknown): void {
    for (const { fail } of [...this.#waiting.values()]) fail(reason);
  }
}

function failureOf({ fleet, repository }: FleetJob, code: string, message: string): JobResult {
  const reason = reasonOf(code, message);
  return { version: 1, fleet, repository, commit: null, state: "failed", reason, took: {} };
}
