import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { sturdyBackend } from "../../../src/fleet/queue/postgres-backend.ts";

/** A back end whose first connections fail, and which keeps that outcome, as that of BullMQ does. */
function backendOf(failures: number) {
  const pool = Object.assign(new EventEmitter(), { ending: false });
  let left = failures;
  const connection = {
    pool,
    readyPromise: undefined as Promise<string> | undefined,
    waitUntilReady() {
      left -= 1;
      this.readyPromise ??= left < 0 ? Promise.resolve("ready") : Promise.reject(new Error("gone"));
      return this.readyPromise;
    },
  };
  const make = sturdyBackend((() => ({ connection })) as never);
  make("queue", {} as never);
  return { pool, connection };
}

it("a connection to PostgreSQL is tried again, and each failure is told", async () => {
  const { pool, connection } = backendOf(1);
  const told: unknown[] = [];
  pool.on("error", (error: Error) => told.push(error.message));
  expect([await connection.waitUntilReady(), told]).toEqual(["ready", ["gone"]]);
});

it("a connection that breaks while it is used ends no process, and a closed one stays so", async () => {
  const { pool, connection } = backendOf(2);
  const client = new EventEmitter();
  pool.emit("connect", client);
  expect(() => client.emit("error", new Error("broken"))).not.toThrow();
  pool.ending = true;
  await expect(connection.waitUntilReady()).rejects.toThrow("gone");
});
