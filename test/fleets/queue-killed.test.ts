import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { SERVERS } from "../support/fleet/installed-servers.ts";
import { openTestQueue } from "../support/fleet/queue-of-test.ts";

const NAMES = Array.from({ length: 25 }, (_, at) => `o/${at}`);

it.skipIf(SERVERS.length === 0).each(SERVERS)(
  "a queue on %s has one result for each job, also if workers are killed at each point, and the server is (H2)",
  async (kind, start) => {
    const database = await start();
    const queue = await openTestQueue(database.url);
    const states = new Set<string>();
    const running = queue.run(["kill", "throw", ...NAMES], (name, state) =>
      states.add(`${name} ${state}`),
    );
    for (const killAt of ["begun", "done", "sent"] as const) queue.work(killAt);
    await sleep(1500);
    await database.kill();
    await sleep(500);
    await database.start();
    const [killed, thrown, ...done] = await running;
    expect(done.map(({ repository, state }) => [repository, state])).toEqual(
      NAMES.map((name) => [name, "previewed"]),
    );
    expect(killed?.reason?.code).toBe("worker-lost");
    expect(thrown?.reason).toEqual({ code: "worker-failed", message: "poison" });
    for (const name of ["kill", "throw"]) {
      const begun = queue.log().filter((line) => line === `begin ${name}`).length;
      expect(begun).toBeGreaterThanOrEqual(3);
      expect(begun).toBeLessThanOrEqual(5); // What ended by a killed worker or server is counted apart: twice at most.
    }
    // After a restart of PostgreSQL no progress is told: it is for people alone.
    if (kind === "Redis") expect([...states]).toContain("o/24 cloned");
    await queue.close();
  },
);
