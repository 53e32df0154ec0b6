import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProcessEnd } from "../../../src/shared/process/process-end.ts";

/** As much of a process as its end is about. */
function fakeProcess(runsForeignCode = true) {
  const written: string[] = [];
  const target = Object.assign(new EventEmitter(), {
    exitCode: undefined as number | undefined,
    stdout: { writableLength: 0 },
    stderr: { writableLength: 0, write: (text: string) => written.push(text) },
    exit: vi.fn(),
  });
  return {
    target,
    written,
    end: new ProcessEnd(target as unknown as NodeJS.Process, { runsForeignCode }),
  };
}

const { console } = globalThis;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  globalThis.console = console;
});

describe("ProcessEnd", () => {
  it.each([0, 1, 2, 4, 130])("ends with the exit code of the run: %i", (exitCode) => {
    const { target, end } = fakeProcess();
    end.finish(exitCode);
    expect(target.exitCode).toBe(exitCode);
  });

  it.each([
    [0, 1],
    [4, 1],
    [1, 1],
    [2, 2],
    [130, 130],
  ])(
    "reports an unhandled error of code of a recipe, and makes of %i a %i",
    (exitCode, expected) => {
      const { target, written, end } = fakeProcess();
      target.emit("uncaughtException", new Error("boom"));
      expect(written.join("")).toMatch(/sluice: unhandled error: Error: boom/);
      end.finish(exitCode);
      expect(target.exitCode).toBe(expected);
    },
  );

  it("ends with 70 where the run comes to no end of its own, whatever code asks for", () => {
    const { target, written } = fakeProcess();
    target.exitCode = 0; // process.exit(0)
    target.emit("exit");
    expect({ exitCode: target.exitCode, written }).toEqual({
      exitCode: 70,
      written: ["sluice: ended before its work was done.\n"],
    });
  });

  it("takes what is thrown for a fault of Sluice where no other code runs, also after the end", () => {
    const { target, end } = fakeProcess(false);
    end.finish(0);
    target.emit("uncaughtException", "thrown text");
    expect(target.exitCode).toBe(70);
  });

  it("keeps an exit code of 1 for code of a recipe that fails after the end", () => {
    const { target, end } = fakeProcess();
    end.finish(0);
    target.emit("uncaughtException", "thrown text");
    expect(target.exitCode).toBe(1);
  });

  it("waits for no code that still runs, but for the outputs", async () => {
    const { target, end } = fakeProcess();
    target.stdout.writableLength = 1;
    end.finish(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(target.exit).not.toHaveBeenCalled();
    target.stdout.writableLength = 0;
    await vi.advanceTimersByTimeAsync(5000);
    expect(target.exit).toHaveBeenCalled();
  });
});
