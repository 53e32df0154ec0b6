import { describe, expect, it } from "vitest";
import {
  type ModelAnswer,
  ModelError,
  type ModelPort,
} from "../../../src/agent/model/model-port.ts";
import { retrying } from "../../../src/agent/model/retry.ts";
import { modelRequest } from "../../support/model-turn.ts";

const never = () => new AbortController().signal;

/** A port that does these things in order. */
function scriptedPort(
  turns: readonly (ModelAnswer | Error | "hang")[],
): ModelPort & { readonly signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  return {
    signals,
    generate: async ({ signal }) => {
      const turn = turns[signals.length];
      signals.push(signal);
      if (turn === undefined) throw new Error("It was asked too often.");
      if (turn === "hang") return new Promise(() => undefined);
      if (turn instanceof Error) throw turn;
      return turn;
    },
  };
}

const answer: ModelAnswer = { text: "Done.", calls: [] };
const down = new ModelError("unavailable", "Down.");

/** Settings under which no time limit fires, and every wait ends at once. */
function patient(port: ModelPort, retries: number) {
  const waits: number[] = [];
  const after = (milliseconds: number) => {
    if (milliseconds === 777) return never();
    waits.push(milliseconds);
    return AbortSignal.abort();
  };
  return { port: retrying(port, { retries, timeout: 777, after }), waits };
}

describe("retries", () => {
  it("wait twice as long each time, and never longer than a minute", async () => {
    const port = scriptedPort([...Array.from({ length: 8 }, () => down), answer]);
    const patience = patient(port, 8);
    expect(await patience.port.generate(modelRequest())).toEqual({ ...answer, attempts: 9 });
    expect(patience.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it("end with the last error, which says how often the model was asked", async () => {
    const last = new ModelError("rate-limited", "Slow.", { retryAfter: 5 });
    const { port, waits } = patient(scriptedPort([down, last]), 1);
    await expect(port.generate(modelRequest())).rejects.toMatchObject({
      fault: "rate-limited",
      message: "Slow (asked 2 times).",
      retryAfter: 5,
    });
    expect(waits).toEqual([1000]);
  });

  it.each([
    [new ModelError("refused", "No.")],
    [new ModelError("choice-refused", "No.")],
    [new TypeError("A mistake of ours.")],
  ])("do not follow %s", async (error) => {
    const { port } = patient(scriptedPort([error]), 3);
    await expect(port.generate(modelRequest())).rejects.toBe(error);
  });

  it("give up at once where the server wants more than 10 minutes", async () => {
    const inAnHour = new ModelError("rate-limited", "Slow.", { retryAfter: 3_600_000 });
    const { port, waits } = patient(scriptedPort([inAnHour]), 3);
    await expect(port.generate(modelRequest())).rejects.toThrow(
      "Slow (it asks to wait 3600 s, which is too long).",
    );
    expect(waits).toEqual([]);
  });

  it("wait as long as the server says, also where it is not long", async () => {
    const error = new ModelError("unavailable", "Down.", { retryAfter: 0 });
    const { port, waits } = patient(scriptedPort([error, answer]), 1);
    await port.generate(modelRequest());
    expect(waits).toEqual([0]);
  });
});

describe("an attempt", () => {
  it("that takes too long is aborted, also where nobody listens, and counts as a failure", async () => {
    const port = scriptedPort(["hang", answer]);
    const limits = [new AbortController(), new AbortController()];
    const after = (milliseconds: number) =>
      milliseconds === 777 ? (limits.shift()?.signal ?? never()) : AbortSignal.abort();
    const [first] = limits;
    const asking = retrying(port, { retries: 1, timeout: 777, after }).generate(modelRequest());
    first?.abort();
    expect(await asking).toEqual({ ...answer, attempts: 2 });
    expect(port.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});

describe("a run that is stopped", () => {
  it("asks nobody", async () => {
    const { port } = patient(scriptedPort([]), 3);
    const request = modelRequest({ signal: AbortSignal.abort() });
    await expect(port.generate(request)).rejects.toMatchObject({ name: "CancelledError" });
  });

  it("ends an attempt", async () => {
    const stop = new AbortController();
    const inner = scriptedPort(["hang"]);
    const asking = patient(inner, 3).port.generate(modelRequest({ signal: stop.signal }));
    stop.abort();
    await expect(asking).rejects.toMatchObject({ name: "CancelledError" });
    expect(inner.signals[0]?.aborted).toBe(true);
  });

  it("ends the wait for the next attempt", async () => {
    const stop = new AbortController();
    const after = (milliseconds: number) => {
      if (milliseconds === 1000) queueMicrotask(() => stop.abort());
      return never();
    };
    const port = retrying(scriptedPort([down]), { retries: 3, timeout: 777, after });
    const asking = port.generate(modelRequest({ signal: stop.signal }));
    await expect(asking).rejects.toMatchObject({ name: "CancelledError" });
  });
});
