import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { openServer, type QueueServer } from "../../../src/fleet/queue/open-server.ts";
import { parseQueueAddress, type QueueAddress } from "../../../src/fleet/queue/queue-address.ts";
import { openQueueRunner } from "../../../src/fleet/queue/queue-runner.ts";
import type { QueueTimes } from "../../../src/fleet/queue/queue-times.ts";
import type { JobResult } from "../../../src/model/fleet/fleet-job.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { FLEET, jobOf, plannedResult, QUEUE } from "./results.ts";

/** Short enough for a test in which workers and servers are killed. */
const TIMES = {
  ...{ lock: 1500, stalled: 500, retry: 200, poll: 250 },
  ...{ connect: 10_000, gone: 60_000, alone: 60_000, backoff: 50, attempts: 3 },
};

const PLACES = {
  own: [resolve(import.meta.dirname, "../../../node_modules")],
  others: [],
  refused: [],
};
const WORKER = resolve(import.meta.dirname, "queue-worker.mjs");

/** A coordinator of a test, and its workers. */
export interface QueueOfTest {
  readonly server: QueueServer;
  /** The results of repositories, once all are there. */
  run(
    names: readonly string[],
    tell?: (name: string, state: string) => void,
  ): Promise<readonly JobResult[]>;
  /** Starts a worker, again whenever it was killed. `killAt` is a moment at which the first of them is. */
  work(killAt?: "begun" | "done" | "sent"): { readonly pid: () => number };
  /** The lines of all workers. */
  log(): readonly string[];
  close(): Promise<void>;
}

/** Opens a server as a coordinator does. */
export async function openTestServer(
  url: string,
  times: Partial<QueueTimes> = {},
): Promise<QueueServer> {
  const context = { places: PLACES, times: { ...TIMES, ...times }, note: () => {} };
  const server = await openServer(parseQueueAddress(url) as QueueAddress, QUEUE, context);
  if ("fault" in server) throw new Error(server.fault);
  return server;
}

/** Opens a queue on a server, as the coordinator of the round of that name. */
export async function openTestQueue(
  url: string,
  round = "a round",
  times: Partial<QueueTimes> = {},
): Promise<QueueOfTest> {
  const folder = mkdtempSync(join(tmpdir(), "sluice-worker-"));
  const server = await openTestServer(url, times);
  const runner = openQueueRunner(server, { id: sha256(round), onAlone: () => {} });
  const children = new Set<ChildProcess>();
  let isOver = false;
  onTestFinished(async () => {
    isOver = true;
    for (const child of children) child.kill("SIGKILL");
    await Promise.all([...children].map((child) => once(child, "exit")));
    rmSync(folder, { recursive: true });
  });
  const work: QueueOfTest["work"] = (killAt) => {
    const { planText: _, plan: __, ...result } = plannedResult("");
    const bare = { ...result, state: "previewed" };
    const settings = {
      url,
      fleet: FLEET,
      queue: QUEUE,
      times: TIMES,
      folder,
      killAt,
      result: bare,
    };
    let child: ChildProcess;
    const start = () => {
      child = spawn(process.execPath, [WORKER, JSON.stringify(settings)], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      children.add(child);
      child.once("exit", (_code, signal) => {
        children.delete(child);
        if (!isOver && signal === "SIGKILL") start();
      });
    };
    start();
    return { pid: () => child.pid ?? 0 };
  };
  return {
    server,
    work,
    run: (names, tell = () => {}) =>
      Promise.all(
        names.map((name) =>
          runner.run(jobOf(name), (state) => tell(name, state), new AbortController().signal),
        ),
      ),
    log: () => readFileSync(join(folder, "log"), "utf8").split("\n").filter(Boolean),
    async close() {
      await runner.close();
      await server.close();
    },
  };
}
