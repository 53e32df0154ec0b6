import { describe, expect, it } from "vitest";
import { ForgeFault } from "../../src/forge/forge.ts";
import { type HttpPortOptions, openHttpPort } from "../../src/forge/http-port.ts";
import { type ForgeReply, type ForgeServer, startForge } from "../support/forge/forge-server.ts";
import { hastyOptions } from "../support/forge/hasty-port.ts";

const WRITE = { method: "POST", path: "/x", body: {}, isRepeatable: false } as const;
const READ = { method: "GET", path: "/x", isRepeatable: true } as const;

/** A server that gives some answers in their order, then the empty one, and the port to it. */
async function portTo(replies: readonly ForgeReply[], over: Partial<HttpPortOptions> = {}) {
  const left = [...replies];
  const forge: ForgeServer = await startForge(() => left.shift() ?? { status: 200 });
  const requestTime = new AbortController();
  const { waits, ...options } = hastyOptions(forge, requestTime.signal);
  const send = openHttpPort({ ...options, name: "GitHub", headers: {}, ...over });
  return { forge, send, waits, requestTime };
}

const limitedFor = (headers: Record<string, string>, status = 403): ForgeReply => ({
  status,
  headers,
  body: { message: "You have exceeded a secondary rate limit." },
});

describe("the port's waits", () => {
  it("keep a pause between writes, and none before a reading", async () => {
    const { send, waits, forge } = await portTo([], { writePause: 1000 });
    await send(READ);
    expect(waits).toEqual([]);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
      await send({ ...WRITE, method });
    await send(READ);
    expect(waits).toEqual([1000, 1000, 1000, 1000]);
    expect(forge.calls.map(({ method }) => method).join()).toBe("GET,POST,PUT,PATCH,DELETE,GET");
  });

  it("let no two writes run at the same time", async () => {
    const fired: string[] = [];
    const pause = new AbortController();
    const { send, forge } = await portTo([], {
      writePause: 1000,
      after: (milliseconds) =>
        milliseconds === 1000 ? pause.signal : new AbortController().signal,
    });
    const both = [send(WRITE), send(WRITE)].map((sent, at) => sent.then(() => fired.push(`${at}`)));
    await both[0];
    await send(READ);
    expect(forge.calls.map(({ method }) => method)).toEqual(["POST", "GET"]);
    pause.abort();
    await Promise.all(both);
    expect(fired).toEqual(["0", "1"]);
  });

  it.each([
    ["the seconds that it asks for", limitedFor({ "retry-after": "90" }), 90_000],
    ["the same of a 429", limitedFor({ "retry-after": "7" }, 429), 7000],
    ["a minute if it does not say", limitedFor({}), 60_000],
    [
      "until the primary limit ends, and a second",
      limitedFor({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1793606490" }),
      91_000,
    ],
  ])("are %s", async (_, reply, wait) => {
    const date = new Date(1_793_606_400_000).toUTCString();
    const { send, waits } = await portTo([{ ...reply, headers: { date, ...reply.headers } }], {
      longestWait: 3_600_000,
    });
    await send(WRITE);
    expect(waits).toEqual([wait]);
  });

  it("grow if a limit does not say for how long it is, and end with the third attempt", async () => {
    const replies = [limitedFor({}), limitedFor({}), limitedFor({})];
    const { send, waits, forge } = await portTo(replies, { longestWait: 3_600_000 });
    await expect(send(WRITE)).rejects.toMatchObject({ kind: "rate-limited", isUncertain: false });
    expect(waits).toEqual([60_000, 120_000]);
    expect(forge.calls).toHaveLength(3);
  });

  it("are never longer than the caller allows, half a minute if it says nothing", async () => {
    const { send, waits } = await portTo([limitedFor({ "retry-after": "31" })]);
    await expect(send(READ)).rejects.toMatchObject({ kind: "rate-limited" });
    const hour = await portTo([limitedFor({ "retry-after": "3601" })], { longestWait: 3_600_000 });
    await expect(hour.send(READ)).rejects.toMatchObject({ kind: "rate-limited" });
    expect([...waits, ...hour.waits]).toEqual([]);
  });

  it("do not take the end of a primary limit of which something is left", async () => {
    const headers = { "x-ratelimit-remaining": "4000", "x-ratelimit-reset": "99999999999" };
    const { send, waits } = await portTo([limitedFor(headers)], { longestWait: 60_000 });
    await send(WRITE);
    expect(waits).toEqual([60_000]);
  });
});

describe("a write of unknown outcome", () => {
  it.each([
    ["a server that fails", { status: 502 }],
    ["a connection that breaks", { status: 200, breaks: true }],
    ["half a JSON", { status: 201, body: '{"number": 1' }],
    ["an answer that is too large", { status: 201, body: "x".repeat(16 * 1024 * 1024 + 1) }],
    ["no answer in time", { status: 200, hangs: true }],
  ])("is told apart and not repeated: %s", async (_, reply: ForgeReply) => {
    const { send, forge, requestTime } = await portTo([reply]);
    forge.intercept = () => {
      if (reply.hangs === true) requestTime.abort();
      return undefined;
    };
    await expect(send(WRITE)).rejects.toMatchObject({ isUncertain: true });
    expect(forge.calls).toHaveLength(1);
  });

  it("is not one that was refused, nor a reading", async () => {
    for (const status of [400, 401, 403, 404, 409, 422]) {
      const { send } = await portTo([{ status, body: {} }]);
      await expect(send(WRITE)).rejects.toMatchObject({ isUncertain: false });
    }
    const { send } = await portTo([{ status: 500 }, { status: 500 }, { status: 500 }]);
    await expect(send(READ)).rejects.toMatchObject({ kind: "failed", isUncertain: false });
  });

  it("is one that the end of the run cut off", async () => {
    const end = new AbortController();
    const { send, forge } = await portTo([{ status: 200, hangs: true }], { limits: [end.signal] });
    forge.intercept = () => {
      end.abort();
      return undefined;
    };
    await expect(send(WRITE)).rejects.toMatchObject({ kind: "stopped", isUncertain: true });
    const late = send(WRITE);
    await expect(late).rejects.toMatchObject({ kind: "stopped", isUncertain: false });
    await expect(late).rejects.toBeInstanceOf(ForgeFault);
  });
});

it("says which part was refused", async () => {
  const errors = [{ field: "head", code: "invalid" }, { message: "No commits." }, "So", 7];
  const body = { message: "Validation Failed", errors };
  const { send } = await portTo([{ status: 422, body }]);
  await expect(send(WRITE)).rejects.toMatchObject({
    kind: "refused",
    message: "GitHub refused it (422: Validation Failed: head invalid: No commits.: So).",
  });
});
