import { describe, expect, it } from "vitest";
import { doQueuedJob, type TakenJob } from "../../../src/fleet/queue/do-queued-job.ts";
import { unpackResult } from "../../../src/fleet/queue/packed-result.ts";
import { jobIdOf } from "../../../src/fleet/queue/queued-job.ts";
import type { JobResult, RunFleetJob } from "../../../src/model/fleet/fleet-job.ts";
import { FLEET, jobOf, plannedResult } from "../../support/fleet/results.ts";

class Final extends Error {}
class Waits extends Error {}
const errors = { UnrecoverableError: Final, WaitingError: Waits };
const ROUND = "1".repeat(64);
const DATA = { version: 1 as const, round: ROUND, job: jobOf("o/a") };

/** A job as BullMQ gives it, and what was done with it. */
function take(data: unknown, rest: Partial<TakenJob> = {}) {
  const done: unknown[] = [];
  const taken = {
    ...{ id: jobIdOf(DATA), data, attemptsMade: 0, opts: { attempts: 3 } },
    updateProgress: async (progress: unknown) => void done.push(progress),
    moveToWait: async (token: string) => void done.push(token),
    ...rest,
  } as unknown as TakenJob;
  const work = (run: RunFleetJob, ended = new AbortController().signal) =>
    doQueuedJob(taken, "token", {
      ...{ errors: errors as never, digestOf: () => FLEET, run, ended },
      send: async (round, { id, packed }) => {
        const unpacked = await unpackResult(packed);
        done.push([round, id, "value" in unpacked && unpacked.value]);
      },
    });
  return { work, done };
}

const failing = (code: string): RunFleetJob => {
  const reason = { code, message: "no" };
  const result: JobResult = { ...jobOf("o/a"), commit: null, state: "failed", reason, took: {} };
  return async () => result;
};

describe("a worker", () => {
  it("does a job, tells its states, and sends the result to the round that asked", async () => {
    const { work, done } = take(DATA);
    await work(async (_, tell) => {
      tell("cloned");
      return plannedResult("o/a");
    });
    expect(done).toEqual([{ state: "cloned" }, [ROUND, jobIdOf(DATA), plannedResult("o/a")]]);
  });

  it.each([
    ["nothing", null],
    ["a text", "rm -rf /"],
    ["more than a job has", { ...DATA, path: "/etc" }],
    ["a job of another fleet", { ...DATA, job: { ...DATA.job, fleet: "0".repeat(64) } }],
    ["a job under the name of another", { ...DATA, job: jobOf("o/b") }],
    ["a round that is a path", { ...DATA, round: "../x" }],
  ])("does not begin %s, and never again", async (_, data) => {
    const { work, done } = take(data);
    await expect(work(() => Promise.reject(new Error("begun")))).rejects.toThrow(Final);
    expect(done).toEqual([]);
  });

  it("leaves a failure of the network for another attempt, and sends that of the last one", async () => {
    await expect(take(DATA).work(failing("cannot-clone"))).rejects.toThrow("no");
    const last = take(DATA, { attemptsMade: 2 });
    await last.work(failing("cannot-clone"));
    expect(last.done).toHaveLength(1);
    const lasting = take(DATA);
    await lasting.work(failing("no-ref"));
    expect(lasting.done).toHaveLength(1);
  });

  it("gives its job back when it is ended, without counting the attempt", async () => {
    const { work, done } = take(DATA);
    const end = new AbortController();
    const run: RunFleetJob = async (_, __, signal) => {
      end.abort(new Error("over"));
      signal.throwIfAborted();
      return plannedResult("o/a");
    };
    await expect(work(run, end.signal)).rejects.toThrow(Waits);
    expect(done).toEqual(["token"]);
  });
});
