import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it, vi } from "vitest";
import { runForTail, type TailOptions } from "../../../src/shared/process/run-for-tail.ts";
import { tempTree } from "../../support/temp-tree.ts";

function run(command: readonly string[], options: Partial<TailOptions> = {}) {
  const { signal } = new AbortController();
  const env = { PATH: process.env.PATH ?? "" };
  const usual = { cwd: tmpdir(), env, shell: false, timeout: 10_000, signal, tailBytes: 16 };
  return runForTail(command, { ...usual, ...options });
}

const sh = (script: string, options: Partial<TailOptions> = {}) =>
  run(["sh", "-c", script], options);

/** True if a process still runs; one that has ended may wait for the system to take notice. */
/** A process that was killed is gone once the system has buried it, a moment later. */
function expectGone(pid: number): Promise<void> {
  return vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000, interval: 5 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("runForTail", () => {
  it("returns the exit code and the tail of both outputs", async () => {
    expect(await sh("echo one; echo two >&2; exit 3")).toMatchObject({ code: 3, lost: 0 });
    expect(await sh("printf '0123456789abcdefghij'")).toEqual({
      code: 0,
      tail: "456789abcdefghij",
      errors: "",
      lost: 4,
    });
    expect((await sh("echo one; echo two >&2; echo three")).errors).toBe("two\n");
  });

  it("makes invalid UTF-8 and characters that were cut harmless", async () => {
    const { tail } = await sh("printf '\\377ok'");
    expect(tail).toBe("\uFFFDok");
    expect((await sh("printf 'äääääääää'", { tailBytes: 5 })).tail).toBe("ää");
  });

  it("closes the standard input, and hands over only the variables that it is given", async () => {
    expect(await sh("cat; echo $HOME$SECRET.")).toMatchObject({ code: 0, tail: ".\n" });
    expect(await sh("echo $A", { env: { PATH: "/bin:/usr/bin", A: "b" } })).toMatchObject({
      tail: "b\n",
    });
  });

  it("needs `shell` for a text", async () => {
    expect((await run(["echo a && echo b"], { shell: true })).tail).toBe("a\nb\n");
    expect((await run(["echo a && echo b"])).startError).toContain("ENOENT");
  });

  it.each([
    ["is missing", ["no-such-program"]],
    ["has no name", [""]],
    ["has a NUL character", ["a\0b"]],
  ])("never rejects: the program %s", async (_what, command) => {
    const { code, startError } = await run(command);
    expect(code).toBeNull();
    expect(startError).toBeTypeOf("string");
  });

  it("does not start where there is no folder", async () => {
    const cwd = `${tempTree({})}/none`;
    expect((await run(["true"], { cwd })).startError).toBeTypeOf("string");
  });

  it("names the signal of a command that crashes", async () => {
    expect(await sh("kill -SEGV $$")).toMatchObject({ code: null, signal: "SIGSEGV" });
  });

  it("ends everything that a command started at its time limit", async () => {
    const { stopped, tail } = await sh("sleep 60 & echo $!; wait", { timeout: 100 });
    expect(stopped).toBe("timeout");
    await expectGone(Number(tail));
  });

  it("ends children that a command leaves behind", async () => {
    const { code, tail } = await sh("sleep 60 & echo $!");
    expect(code).toBe(0);
    await expectGone(Number(tail));
  });

  it.runIf(process.platform === "linux")("ends daemons, which left their group", async () => {
    const { code, tail } = await sh("setsid sh -c 'trap : TERM; echo $$; sleep 60' & sleep 0.05");
    expect(code).toBe(0);
    await expectGone(Number(tail));
  });

  it("ends a command when the signal fires, and starts none afterwards", async () => {
    const stop = new AbortController();
    const running = sh("sleep 60", { signal: stop.signal });
    setTimeout(() => stop.abort(), 30);
    expect(await running).toMatchObject({ code: null, stopped: "aborted" });
    expect(await sh("echo a", { signal: stop.signal })).toMatchObject({
      stopped: "aborted",
      tail: "",
    });
  });
});
