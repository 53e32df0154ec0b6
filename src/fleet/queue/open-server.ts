import { setTimeout as sleep } from "node:timers/promises";
import type { Queue } from "bullmq";
import { messageOf } from "../../shared/message-of.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { redactor } from "../../shared/redact.ts";
import { shorten } from "../../shared/shorten.ts";
import { type BullMqKit, loadBullMq } from "./load-bullmq.ts";
import type { QueueAddress } from "./queue-address.ts";
import type { QueueTimes } from "./queue-times.ts";
import { watchServer } from "./watch-server.ts";

/** The server of a queue, while it is used. */
export interface QueueServer {
  readonly kit: BullMqKit;
  readonly times: QueueTimes;
  /** The jobs of the fleet. */
  readonly jobs: Queue;
  /** Fires when the server has not answered for too long. */
  readonly lost: AbortSignal;
  /** Makes a call again until it succeeds. Rejects once the server is lost, and with an error that stays. */
  insist<T>(call: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The surroundings in which a server is opened. */
export interface QueueContext {
  readonly places: PackagePlaces;
  readonly times: QueueTimes;
  /** Takes a line for people. */
  readonly note: (line: string) => void;
}

/** Connects to the queue `name` of a server, and waits for it at first. A fault has no password. */
export async function openServer(
  address: QueueAddress,
  name: string,
  { places, times, note }: QueueContext,
): Promise<QueueServer | { readonly fault: string }> {
  const kit = await loadBullMq(address, places);
  if ("fault" in kit) return kit;
  const redact = redactor(address.secrets);
  const jobs = await connect(kit, name, times);
  if ("fault" in jobs)
    return { fault: `The queue ${address.shown} cannot be used: ${redact(jobs.fault)}` };
  const closed = new AbortController();
  const watch = watchServer(() => jobs.count(), { ...times, note });
  const end = AbortSignal.any([watch.lost, closed.signal]);
  return {
    kit,
    times,
    jobs,
    lost: watch.lost,
    insist: (call) => insist(call, times, end),
    close: async () => {
      watch.stop();
      closed.abort();
      await closeAll([jobs], watch.lost);
    },
  };
}

/** The longest end of a connection; milliseconds. */
const CLOSING_TIME = 10_000;

/** Errors that no waiting ends: a wrong password, database, certificate or address, a server that is none of these. */
const LASTING =
  /NOAUTH|WRONGPASS|NOPERM|authentication|password|does not exist|permission denied|certificate|ENOTFOUND|version/i;

async function connect(
  { classes, connection }: BullMqKit,
  name: string,
  { connect: limit, retry }: QueueTimes,
): Promise<Queue | { readonly fault: string }> {
  const end = AbortSignal.timeout(limit);
  let last = "it does not answer";
  while (!end.aborted) {
    const queue = new classes.Queue(name, { connection });
    const outcome = await firstOutcome(queue, AbortSignal.any([end])); // Many listeners count as a leak.
    if (outcome === "ready") return queue;
    await queue.close().catch(() => {}); // It has no connection.
    if (outcome !== "late") last = shorten(outcome, 200);
    if (LASTING.test(last)) break;
    await sleep(retry);
  }
  return { fault: last };
}

/** Returns the first error of a queue that is being connected, if it does not become ready. */
function firstOutcome(queue: Queue, end: AbortSignal): Promise<"ready" | "late" | string> {
  return new Promise((resolve) => {
    queue.on("error", (error: unknown) => resolve(textOf(error)));
    queue.waitUntilReady().then(
      () => resolve("ready"),
      (error: unknown) => resolve(textOf(error)),
    );
    end.addEventListener("abort", () => resolve("late"), { once: true });
  });
}

/** An error of several addresses of one name has no message. */
function textOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException; // One without a code has a message.
  return messageOf(error) || code || "unknown error";
}

/**
 * Closes connections. Those to a server that is gone, or whose calls never end, would wait for ever: they are dropped.
 */
export async function closeAll(
  parts: readonly Pick<Queue, "close" | "disconnect">[],
  lost: AbortSignal,
  limit = CLOSING_TIME,
): Promise<void> {
  const late = new AbortController();
  const isClosed = async () => {
    const all = Promise.all(parts.map((part) => part.close())).then(() => true);
    const end = sleep(limit, false, { signal: late.signal }).catch(() => false);
    return Promise.race([all, end]).finally(() => late.abort());
  };
  if (lost.aborted || !(await isClosed()))
    for (const part of parts) void part.disconnect().catch(() => {}); // It is no use to wait.
}

async function insist<T>(
  call: () => Promise<T>,
  { retry, gone }: QueueTimes,
  lost: AbortSignal,
): Promise<T> {
  for (let tries = Math.ceil(gone / retry); ; tries -= 1) {
    try {
      return await unlessLost(call(), lost);
    } catch (error) {
      if (lost.aborted || tries <= 0) throw error;
      await sleep(retry);
    }
  }
}

/** Rejects once the server is lost: a call of a driver may wait for ever. */
async function unlessLost<T>(call: Promise<T>, lost: AbortSignal): Promise<T> {
  lost.throwIfAborted();
  const own = AbortSignal.any([lost]); // Many listeners of one signal are taken for a leak.
  const gone = new Promise<never>((_, reject) => {
    own.addEventListener("abort", () => reject(lost.reason), { once: true });
  });
  return Promise.race([call, gone]);
}
