import { EventEmitter } from "node:events";
import type * as BullMqModule from "bullmq";
import { isRecord } from "../../shared/is-record.ts";

type MakeBackend = typeof BullMqModule.createPostgresBackend;

/** The settings of `pg` by which each call ends when the server was gone for a moment; milliseconds. */
export const PATIENCE = { query_timeout: 120_000, connectionTimeoutMillis: 30_000 };

/**
 * Returns what makes back ends on PostgreSQL, whose connections may break while they are used: the call fails, and the
 * error of the connection, which nobody listens to, does not end the process.
 */
export function sturdyBackend(make: MakeBackend): MakeBackend {
  return (...args) => {
    const backend = make(...args);
    const connection: unknown = Reflect.get(backend, "connection");
    const pool = isRecord(connection) ? connection.pool : undefined;
    if (pool instanceof EventEmitter)
      pool.on("connect", (client: EventEmitter) => client.on("error", () => {})); // Its call tells.
    return backend;
  };
}
