import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { signalAfter } from "../../../src/shared/process/signal-after.ts";

it("fires also if only another signal depends on it, and garbage is collected before", async () => {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  const either = AbortSignal.any([new AbortController().signal, signalAfter(100)]);
  const fired = new Promise((resolve) => either.addEventListener("abort", resolve));
  for (let times = 0; times < 2; times += 1) {
    await setTimeout(5);
    if (typeof gc === "function") gc();
  }
  await Promise.race([fired, setTimeout(2000)]);
  expect(either.reason).toMatchObject({ name: "TimeoutError" });
});
