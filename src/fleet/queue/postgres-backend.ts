import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type * as BullMqModule from "bullmq";
import { isRecord } from "../../shared/is-record.ts";

type MakeBackend = typeof BullMqModule.createPostgresBackend;

/** The settings of `pg` by which each call ends when the server was gone for a moment; milliseconds. */
export const PATIENCE = { query_timeout: 120_000, connectionTimeoutMillis: 30_000 };

/** Between two attempts to connect; milliseconds. */
const RETRY = 1000;

/**
 * Returns what makes back ends on PostgreSQL, whose connections may break while they are made or used: the first one is
 * tried again, a call fails, and the error of a connection that nobody listens to does not end the process.
 */
export function sturdyBackend(make: MakeBackend): MakeBackend {
  return (...args) => {
    const backend = make(...args);
    const connection: unknown = Reflect.get(backend, "connection");
    const pool = isRecord(connection) ? connection.pool : undefined;
    if (!(pool instanceof EventEmitter) || !isRecord(connection)) return backend;
    pool.on("connect", (client: EventEmitter) => client.on("error", () => {})); // Its call tells.
    const once = connection.waitUntilReady;
    if (typeof once === "function")
      connection.waitUntilReady = () => untilReady(() => once.call(connection), connection, pool);
    return backend;
  };
}

/** BullMQ keeps the first outcome, also if it is a failure: it would be that of every later call. */
async function untilReady(
  connect: () => Promise<unknown>,
  connection: Record<string, unknown>,
  pool: EventEmitter,
): Promise<unknown> {
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      connection.readyPromise = undefined;
      if (Reflect.get(pool, "ending") === true) throw error;
      pool.emit("error", error);
      await sleep(RETRY);
    }
  }
}
