import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openTestQueue } from "../../support/fleet/queue-of-test.ts";
import { HAS_POSTGRES, startPostgres, startRedis } from "../../support/fleet/queue-servers.ts";

const namesOf = (count: number, kind = "r") =>
  Array.from({ length: count }, (_, at) => `o/${kind}${at}`);

const SERVERS = [
  ["Redis", startRedis],
  ...(HAS_POSTGRES ? [["PostgreSQL", startPostgres] as const] : []),
] as const;

describe.each(SERVERS)("a queue on %s", (_, start) => {
  it("has one result for each job, also if workers are killed at each point and the server is, too (H2)", async () => {
    const database = await start();
    const queue = await openTestQueue(database.url);
    const names = namesOf(30);
    const states = new Set<string>();
    const running = queue.run(names, (name, state) => states.add(`${name} ${state}`));
    queue.work("begun");
    queue.work("done");
    queue.work("sent");
    await sleep(1500);
    await database.kill();
    await sleep(700);
    await database.start();
    const results = await running;
    expect(results.map(({ repository, state }) => [repository, state])).toEqual(
      names.map((name) => [name, "previewed"]),
    );
    expect(states.size).toBeGreaterThan(0);
    await queue.close();
  });

  it("ends what kills or fails each worker, and does the rest", async () => {
    const database = await start();
    const queue = await openTestQueue(database.url);
    queue.work();
    queue.work();
    const results = await queue.run(["kill", "throw", ...namesOf(5)]);
    expect(results.map(({ reason }) => reason?.code)).toEqual([
      "worker-lost",
      "worker-failed",
      ...Array(5).fill(undefined),
    ]);
    expect(results[1]?.reason?.message).toBe("poison");
    const begun = queue.log().filter((line) => /kill|throw/.test(line));
    expect(begun).toHaveLength(6); // Each was begun three times.
    await queue.close();
  });
});
