import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startOf } from "../../../src/apply/state/lock-holder.ts";
import { takeRunLock } from "../../../src/apply/state/run-lock.ts";
import { ownProcess } from "../../../src/shared/process/own-process.ts";
import { tempTree } from "../../support/temp-tree.ts";

const self = ownProcess(process);
const REQUEST = {
  command: "run",
  self,
  since: "2026-01-01T00:00:00.000Z",
  signal: new AbortController().signal,
};

/** Takes the lock of a root, and waits for no other process. */
function take(root: string) {
  return takeRunLock(root, { ...REQUEST, expired: () => AbortSignal.abort() });
}

describe("what a loss of power left of a lock", () => {
  it("is left to the process that writes it meanwhile", async () => {
    const root = tempTree({ ".sluice/lock": "" });
    const taken = take(root);
    await new Promise((fulfil) => setTimeout(fulfil, 150));
    const { pid, host, machine, boot, pids } = self;
    const own = { pid, host, machine, boot, pids, started: startOf(pid) };
    const more = { token: "0".repeat(32), command: "run", since: REQUEST.since };
    writeFileSync(join(root, ".sluice/lock"), JSON.stringify({ ...own, ...more }));
    await expect(taken).rejects.toThrow(`process ${process.pid} on`);
  });

  it("is not believed to be left while it changes", async () => {
    const root = tempTree({ ".sluice/lock": "" });
    const path = join(root, ".sluice/lock");
    const writing = setInterval(() => writeFileSync(path, `${performance.now()} `), 20);
    try {
      await expect(take(root)).rejects.toThrow("`.sluice/lock` changes all the time.");
    } finally {
      clearInterval(writing);
    }
  });

  it("is taken over by one process at a time", async () => {
    const root = tempTree({ ".sluice/lock": "" });
    let holders = 0;
    let most = 0;
    const hold = async () => {
      const expired = () => AbortSignal.timeout(10_000);
      const lock = await takeRunLock(root, { ...REQUEST, expired });
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((fulfil) => setTimeout(fulfil, 5));
      expect(lock.isHeld()).toBe(true);
      holders -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 10 }, hold));
    expect(most).toBe(1);
    expect(readdirSync(join(root, ".sluice"))).toEqual([".gitignore"]);
  });
});
