import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { jobIdOf, resultsQueueOf } from "../../src/fleet/queue/queued-job.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { openTestQueue, openTestServer } from "../support/fleet/queue-of-test.ts";
import { startRedis } from "../support/fleet/queue-servers.ts";
import { FLEET, jobOf } from "../support/fleet/results.ts";

const NAMES = ["o/1", "o/2", "o/3", "o/4"];

it("a round that goes on takes the results that came meanwhile, and no job is done twice", async () => {
  const { url } = await startRedis();
  const killed = await openTestQueue(url);
  void killed.run(NAMES); // Nobody waits for it any more.
  while ((await killed.server.jobs.count()) < NAMES.length) await sleep(20);
  await killed.close();
  const queue = await openTestQueue(url);
  queue.work();
  const results = await queue.run([...NAMES].reverse());
  expect(results.map(({ repository }) => repository)).toEqual([...NAMES].reverse());
  const begun = () => queue.log().filter((line) => line.startsWith("begin")).length;
  expect(begun()).toBe(NAMES.length);
  // A result is there before its coordinator; a job that is asked for again, as with --failed-only, is done again.
  await queue.close();
  const again = await openTestQueue(url);
  expect((await again.run(["o/1"]))[0]?.state).toBe("previewed");
  expect(begun()).toBe(NAMES.length + 1);
  await again.close();
});

it("two coordinators on one queue have all their own results", async () => {
  const { url } = await startRedis();
  const [one, other] = [await openTestQueue(url, "one"), await openTestQueue(url, "other")];
  one.work();
  const [first, second] = await Promise.all([one.run(NAMES), other.run(NAMES)]);
  expect(first.map(({ repository }) => repository)).toEqual(NAMES);
  expect(second.map(({ repository }) => repository)).toEqual(NAMES);
  await Promise.all([one.close(), other.close()]);
});

it("jobs and results of strangers are refused, and the others are done", async () => {
  const { url } = await startRedis();
  const queue = await openTestQueue(url);
  const { jobs, kit } = queue.server;
  const round = sha256("a round");
  const data = { version: 1 as const, round, job: jobOf("o/1") };
  const hostile = [
    null,
    { path: "/etc", __proto__: 1 },
    { ...data, job: jobOf("../../x") },
    { ...data, job: { ...data.job, fleet: FLEET.replace("f", "0") } },
    { ...data, round: "../x" },
  ];
  for (const [at, each] of hostile.entries()) await jobs.add("x", each, { jobId: `x${at}` });
  const results = new kit.classes.Queue(resultsQueueOf(round), { connection: kit.connection });
  for (const each of [null, 7, { id: "x" }, { id: jobIdOf(data), packed: "H4sI" }])
    await results.add("x", each);
  queue.work();
  const outcomes = await queue.run(NAMES);
  expect(outcomes.map(({ reason, state }) => reason?.code ?? state)).toEqual([
    "result-refused", // Somebody sent another one first.
    ...["previewed", "previewed", "previewed"],
  ]);
  expect(queue.log().filter((line) => /x|etc/.test(line))).toEqual([]);
  const failed = await jobs.getFailed();
  expect(new Set(failed.map((job) => job.failedReason))).toEqual(
    new Set(["It is no job of this fleet."]),
  );
  await results.close();
  await queue.close();
});

it("a queue that is gone for good ends the wait, and nothing is lost", async () => {
  const database = await startRedis();
  const queue = await openTestQueue(database.url, "a round", { gone: 1000 });
  const running = expect(queue.run(NAMES)).rejects.toThrow("has not answered for too long");
  await sleep(300);
  await database.kill();
  await running;
  await queue.close();
});

it("a server that cannot be used is a fault without its password", async () => {
  const { url } = await startRedis(["--requirepass", "geheim!geheim"]);
  const port = new URL(url).port;
  const web = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  web.listen(0, "127.0.0.1");
  onTestFinished(() => void web.close());
  await once(web, "listening");
  const { port: other } = web.address() as AddressInfo;
  for (const address of [
    `redis://127.0.0.1:${port}`,
    `redis://:geheim!falsch@127.0.0.1:${port}`,
    `redis://127.0.0.1:${other}`,
    "redis://127.0.0.1:1",
    "redis://nowhere.invalid",
    "postgres://u:geheim!falsch@127.0.0.1:1/x",
  ]) {
    const opened = openTestServer(address, { connect: 1000 });
    await expect(opened).rejects.toThrow("cannot be used");
    await expect(opened).rejects.not.toThrow("geheim");
  }
  await (await openTestServer(`redis://:geheim!geheim@127.0.0.1:${port}`)).close();
});
