import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { removeRound } from "../../../src/fleet/queue/remove-round.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { SERVERS } from "../../support/fleet/installed-servers.ts";
import { openTestQueue } from "../../support/fleet/queue-of-test.ts";
import { QUEUE } from "../../support/fleet/results.ts";

const NAMES = Array.from({ length: 25 }, (_, at) => `o/${at}`);

it.skipIf(SERVERS.length === 0).each(SERVERS)(
  "a new round removes from %s what the last one has left, and nothing of other coordinators",
  async (_kind, start) => {
    const { url } = await start();
    const [killed, other] = [await openTestQueue(url, "last"), await openTestQueue(url, "other")];
    for (const queue of [killed, other]) queue.run(NAMES).catch(() => {}); // Nobody waits for it.
    const { jobs } = killed.server;
    while ((await jobs.count()) < 2 * NAMES.length) await sleep(20);
    await killed.close();
    const last = { id: sha256("last"), queue: QUEUE };
    expect(await removeRound(other.server, last)).toBe(NAMES.length);
    expect(await removeRound(other.server, last)).toBe(0);
    expect(await other.server.jobs.count()).toBe(NAMES.length);
    await other.close();
  },
);
