import { expect, it } from "vitest";
import { closeAll } from "../../../src/fleet/queue/open-server.ts";

/** A connection, and what was done with it. */
function connection(close: () => Promise<void>) {
  const done: string[] = [];
  const part = {
    close: () => {
      done.push("close");
      return close();
    },
    disconnect: async () => void done.push("disconnect"),
  };
  return { part, done };
}

const ever = () => new Promise<void>(() => {});

it.each([
  ["are closed", async () => {}, new AbortController().signal, ["close"]],
  ["are dropped if that does not end", ever, new AbortController().signal, ["close", "disconnect"]],
  ["are dropped if the server is lost", ever, AbortSignal.abort(), ["disconnect"]],
])("connections to a queue %s", async (_what, close, lost, expected) => {
  const { part, done } = connection(close);
  await closeAll([part], lost, 0);
  expect(done).toEqual(expected);
});
