import { describe, expect, it } from "vitest";
import type { QueueServer } from "../../../src/fleet/queue/open-server.ts";
import { resultsQueueOf } from "../../../src/fleet/queue/queued-job.ts";
import { removeRound } from "../../../src/fleet/queue/remove-round.ts";
import { roundOnQueue } from "../../../src/fleet/queue/round-id.ts";
import { tempFolder } from "../../support/temp-tree.ts";

const [QUEUE, OTHER] = ["sluice-fleet-a", "sluice-fleet-b"];
const [ROUND, ELSE] = ["1".repeat(64), "2".repeat(64)];

/** A server with queues of jobs by their names, and what was done with it. */
function serverWith(queues: Readonly<Record<string, readonly unknown[]>>) {
  const done: string[] = [];
  class Queue {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    on() {}
    getJobs(_states: unknown, from: number, to: number) {
      return Promise.resolve((queues[this.name] ?? []).slice(from, to + 1));
    }
    async remove(id: string) {
      if (id === "held") throw new Error("A worker has it.");
      done.push(`remove ${id}`);
      return 1;
    }
    obliterate = async () => void done.push(`obliterate ${this.name}`);
    close = async () => void done.push(`close ${this.name}`);
  }
  const server = {
    ...{ kit: { classes: { Queue }, connection: {} }, jobs: new Queue(QUEUE) },
    insist: (call: () => Promise<unknown>) => call(),
  } as unknown as QueueServer; // The parts that are used.
  return { server, done };
}

const jobOf = (id: string, round: string) => ({ id, data: { round } });

describe("what the last round left on a queue", () => {
  it("is removed, and the jobs of other coordinators and of workers stay", async () => {
    const many = Array.from({ length: 700 }, (_, at) => jobOf(`j${at}`, ELSE));
    const jobs = [...many, undefined, { data: null }, jobOf("a", ROUND), jobOf("held", ROUND)];
    const { server, done } = serverWith({ [QUEUE]: jobs });
    expect(await removeRound(server, { id: ROUND, queue: QUEUE })).toBe(1);
    const results = resultsQueueOf(ROUND);
    expect(done).toEqual(["remove a", `obliterate ${results}`, `close ${results}`]);
  });

  it("is removed where it is, if the fleet file has changed since", async () => {
    const { server, done } = serverWith({ [OTHER]: [jobOf("a", ROUND)] });
    expect(await removeRound(server, { id: ROUND, queue: OTHER })).toBe(1);
    expect(done).toContain(`close ${OTHER}`);
  });

  it("is known by the state folder, until it is said to be gone", async () => {
    const folder = tempFolder();
    const at = (round: number, queue = QUEUE) =>
      roundOnQueue(folder, { queue, round, startedAt: "now" }, () => "me");
    const first = await at(1);
    expect(first.last).toBeUndefined();
    await first.keep();
    expect(await at(1)).toMatchObject({ id: first.id, last: undefined });
    for (const _again of [1, 2])
      expect((await at(2, OTHER)).last).toEqual({ id: first.id, queue: QUEUE });
    await (await at(2, OTHER)).keep();
    expect((await at(3)).last?.queue).toBe(OTHER);
  });
});
