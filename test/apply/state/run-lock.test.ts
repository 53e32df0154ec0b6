import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LockHolder, startOf } from "../../../src/apply/state/lock-holder.ts";
import { takeRunLock } from "../../../src/apply/state/run-lock.ts";
import type { ProcessIdentity } from "../../../src/model/process-identity.ts";
import { ownProcess } from "../../../src/shared/process/own-process.ts";
import { asNobody } from "../../support/as-nobody.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { tempTree } from "../../support/temp-tree.ts";

const self = ownProcess(process);
const SINCE = "2026-01-01T00:00:00.000Z";

/** Takes the lock of a root, and waits for no other process. */
function take(root: string) {
  return takeRunLock(root, requestOf(self));
}

function requestOf(process: ProcessIdentity) {
  return {
    command: "run",
    self: process,
    since: SINCE,
    expired: () => AbortSignal.abort(),
    signal: new AbortController().signal,
  };
}

/** Makes a root whose lock names this process, except for the given properties. */
function rootLockedBy(holder: Partial<LockHolder>): string {
  const { pid, host, machine, boot, pids } = self;
  const own = { pid, host, machine, boot, pids, started: startOf(pid) };
  const text = { token: "0".repeat(32), ...own, command: "run", since: SINCE, ...holder };
  return tempTree({ ".sluice/lock": JSON.stringify(text) });
}

describe.runIf(process.platform === "linux")("the lock of a process that is gone", () => {
  it("is taken over at once if another process has its id by now", async () => {
    const root = rootLockedBy({ started: "1" });
    const lock = await take(root);
    expect(lock.wasContended).toBe(true);
    await lock.release();
    expect(await take(root)).toMatchObject({ wasContended: false });
  });

  it("is taken over if it has ended and its parent has not collected it", async () => {
    // The outer process lives on and does not wait for the inner one, which therefore keeps its id.
    const script = "sleep 0.1 & echo $!; exec sleep 30"; // Not 0: the shell itself would collect it.
    const outer = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [line] = await once(outer.stdout, "data");
      const pid = Number(line);
      const stateOf = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
      while (stateOf() !== "Z") await new Promise((fulfil) => setTimeout(fulfil, 10));
      await (await take(rootLockedBy({ pid, started: startOf(pid) }))).release();
    } finally {
      outer.kill("SIGKILL");
    }
  });
});

describe("the lock of a machine that was restarted", () => {
  it("is taken over: none of its processes is left", async () => {
    const here = { machine: "here", pids: "pid:[4026531836]" };
    const root = rootLockedBy({ ...here, boot: "before" });
    const lock = await takeRunLock(root, requestOf({ ...self, ...here, boot: "now" }));
    expect(lock.wasContended).toBe(true);
  });
});

describe("a disk that has no hard links", () => {
  it("has a lock, and one process holds it", async () => {
    const root = tempTree({});
    onDiskChange((point, path) => point === "link" && fail("EPERM", point, path));
    try {
      const lock = await take(root);
      await expect(take(root)).rejects.toThrow(`process ${process.pid} on`);
      await lock.release();
      await (await take(root)).release();
    } finally {
      heal();
    }
    expect(readdirSync(join(root, ".sluice"))).toEqual([".gitignore"]);
  });
});

describe("a lock whose process may be alive", () => {
  it.each<[where: string, holder: Partial<LockHolder>]>([
    ["among other process ids", { pids: "pid:[4026532999]" }],
    ["on a machine that was started at another time", { boot: "other", machine: "other" }],
    ["in a container of a machine that was", { boot: "other", pids: "pid:[4026532999]" }],
  ])("of a process %s is left, although the host has the same name", async (_where, holder) => {
    const root = rootLockedBy({ pid: 5_000_000, ...holder });
    await expect(take(root)).rejects.toThrow("process 5000000 on");
  });

  it("of a process on another machine is left, and its holder named", async () => {
    const root = rootLockedBy({ host: "elsewhere", pid: 5_000_000, command: "apply" });
    await expect(take(root)).rejects.toThrow(
      "Another run writes in this root: `apply`, process 5000000 on elsewhere, since 2026-01-01T00:00:00.000Z.",
    );
  });

  it.each<[what: string, why: string, make: (path: string) => void]>([
    ["a folder", "is not a file", (path) => mkdirSync(path)],
    ["a link", "is a link", (path) => symlinkSync("../a.txt", path)],
    ["a link that leads nowhere", "is a link", (path) => symlinkSync("nowhere", path)],
    ["a pipe", "is not a file", (path) => void spawnSync("mkfifo", [path])],
    ["a huge file", "is too large for a lock", hugeFile],
    [
      "of another version",
      "is not a lock of this version",
      (path) => writeFileSync(path, '{"pid":1}'),
    ],
  ])("because it is %s is left, and named", async (_what, why, make) => {
    const root = tempTree({ "a.txt": "mine\n" });
    mkdirSync(join(root, ".sluice"));
    make(join(root, ".sluice/lock"));
    await expect(take(root)).rejects.toThrow(`\`.sluice/lock\` ${why}.`);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("mine\n");
  });

  it("because its file may not be read is left, and named", async () => {
    const root = rootLockedBy({});
    chmodSync(join(root, ".sluice/lock"), 0);
    await asNobody(root, () =>
      expect(take(root)).rejects.toThrow("`.sluice/lock` cannot be read (EACCES)."),
    );
  });
});

/** Makes a file that takes 10 GB when it is read, and nothing on the disk. */
function hugeFile(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, 10 * 1024 ** 3);
}

describe("what a loss of power left of a lock", () => {
  it("is taken over once it stays as it is: nothing, NULs, half of it, bytes of another file", async () => {
    const whole = JSON.stringify({ token: "0".repeat(32), pid: 1 });
    const texts = ["", "\0".repeat(whole.length), whole.slice(0, 20), "\x89PNG\r\n"];
    const taking = texts.map(async (text) => {
      const root = tempTree({ ".sluice/lock": text, [`.sluice/lock.${"1".repeat(32)}`]: text });
      const lock = await take(root);
      expect(lock).toMatchObject({ wasContended: true });
      expect(lock.isHeld()).toBe(true);
      await lock.release();
      expect(readdirSync(join(root, ".sluice"))).toEqual([".gitignore"]);
    });
    await Promise.all(taking);
  });
});

describe("a new lock", () => {
  it("is flushed before it gets its name, and its folder afterwards", async () => {
    const root = tempTree({});
    const changes: string[] = [];
    onDiskChange((point, path) => changes.push(`${point} ${path.replace(/[0-9a-f]{32}/, "*")}`));
    try {
      await take(root);
    } finally {
      heal();
    }
    const lock = join(root, ".sluice/lock");
    expect(
      changes.filter(
        (each) => each.includes("lock") || each === `sync-folder ${join(root, ".sluice")}`,
      ),
    ).toEqual([
      `open ${lock}.*`,
      `write ${lock}.*`,
      `sync ${lock}.*`,
      `link ${lock}`,
      `unlink ${lock}.*`,
      `sync-folder ${join(root, ".sluice")}`,
    ]);
  });

  it("is given up if its folder cannot be flushed", async () => {
    const root = tempTree({ ".sluice/.gitignore": "*\n" });
    onDiskChange((point, path) => point === "sync-folder" && fail("EIO", point, path));
    try {
      await expect(take(root)).rejects.toThrow("EIO");
    } finally {
      heal();
    }
    expect(readdirSync(join(root, ".sluice"))).toEqual([".gitignore"]);
  });
});
