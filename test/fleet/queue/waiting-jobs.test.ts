import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packResult } from "../../../src/fleet/queue/packed-result.ts";
import { jobIdOf, type QueuedJob } from "../../../src/fleet/queue/queued-job.ts";
import { WaitingJobs } from "../../../src/fleet/queue/waiting-jobs.ts";
import { jobOf, plannedResult } from "../../support/fleet/results.ts";

const never = new AbortController().signal;
const queuedOf = (repository: string): QueuedJob => ({
  version: 1,
  round: "1".repeat(64),
  job: jobOf(repository),
});
const packed = (value: unknown) => gzipSync(JSON.stringify(value)).toString("base64");

function waitingFor(repository: string) {
  const told: string[] = [];
  const jobs = new WaitingJobs();
  return { jobs, told, ...jobs.wait(queuedOf(repository), (state) => told.push(state), never) };
}

describe("the jobs that a coordinator waits for", () => {
  it("end with the result of a worker, however often it is sent", async () => {
    const { jobs, id, result } = waitingFor("o/a");
    const sent = { id, packed: await packResult(plannedResult("o/a")) };
    expect([await jobs.take(sent), await jobs.take(sent)]).toEqual([id, id]);
    expect(await result).toEqual(plannedResult("o/a"));
    expect(jobs.jobs.size).toBe(0);
  });

  it("take a result that came before they asked, as after a coordinator was killed", async () => {
    const jobs = new WaitingJobs();
    const id = jobIdOf(queuedOf("o/a"));
    await jobs.take({ id, packed: await packResult(plannedResult("o/a")) });
    const { result } = jobs.wait(queuedOf("o/a"), () => {}, never);
    await jobs.takeEarly(id);
    expect((await result).state).toBe("planned");
  });

  it.each([
    ["a text that is not packed", "????", "cannot be unpacked"],
    ["what is not JSON", gzipSync("{").toString("base64"), "cannot be unpacked"],
    ["the result of another repository", packed(plannedResult("o/b")), "of another job"],
    [
      "what is nested too deep",
      packed(JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`)),
      "nested",
    ],
  ])("fail with %s, and only that one", async (_, text, why) => {
    const { jobs, id, result } = waitingFor("o/a");
    const other = jobs.wait(queuedOf("o/b"), () => {}, never);
    await jobs.take({ id, packed: text });
    expect(await result).toMatchObject({ state: "failed", reason: { code: "result-refused" } });
    expect((await result).reason?.message).toContain(why);
    expect([...jobs.jobs.keys()]).toEqual([other.id]);
  });

  it("leave alone what is no result at all, and results of nobody", async () => {
    const { jobs, id } = waitingFor("o/a");
    for (const data of [null, 1, "x", {}, { id: "../x", packed: "" }, { id, packed: 1 }])
      expect(await jobs.take(data)).toBeUndefined();
    expect(jobs.jobs.size).toBe(1);
  });

  it("fail when the queue gives them up, with its last word and without its control characters", async () => {
    const [stalled, thrown] = [waitingFor("o/a"), waitingFor("o/a")];
    stalled.jobs.endFailed(stalled.id, "job stalled more than allowable limit");
    expect((await stalled.result).reason?.code).toBe("worker-lost");
    expect(thrown.jobs.endFailed(thrown.id, `no\u001b[2J${"x".repeat(9000)}`)).toBe(thrown.id);
    const { reason } = await thrown.result;
    expect(reason).toMatchObject({ code: "worker-failed" });
    expect(reason?.message).toMatch(/^no\uFFFD\[2Jx{1000}/);
    expect(reason?.message.length).toBeLessThan(2001);
  });

  it("tell the states on the way that a worker may tell, and no others", () => {
    const { jobs, told, id } = waitingFor("o/a");
    for (const state of ["cloned", "searched", "planned", "merged", "__proto__", 7])
      jobs.tellProgress(id, { state });
    for (const data of [null, "cloned", 7]) jobs.tellProgress(id, data);
    jobs.tellProgress("nobody", { state: "cloned" });
    expect(told).toEqual(["cloned", "searched"]);
  });

  it("reject when they are aborted, and are no longer waited for", async () => {
    const jobs = new WaitingJobs();
    const abort = new AbortController();
    const { result } = jobs.wait(queuedOf("o/a"), () => {}, abort.signal);
    abort.abort(new Error("over"));
    await expect(result).rejects.toThrow("over");
    expect(jobs.jobs.size).toBe(0);
  });
});

it("the result that is too long for a queue becomes a failure that says so", async () => {
  const { jobs, id, result } = waitingFor("o/a");
  const large = { ...plannedResult("o/a"), planText: "x".repeat(10_000) };
  await jobs.take({ id, packed: await packResult(large, 30) });
  expect((await result).reason?.code).toBe("result-too-large");
});
