// A worker of a queue in a process of its own, whose jobs are small: their names say what becomes of them.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const { url, fleet, queue, times, folder, killAt, result } = JSON.parse(process.argv[2]);
const load = (name) => import(`../../../build/fleet/queue/${name}.js`);
const { parseQueueAddress } = await load("queue-address");
const { openServer } = await load("open-server");
const { workOnQueue } = await load("work-on-queue");

const log = (line) => appendFileSync(join(folder, "log"), `${line}\n`);
/** Ends this process as a crash does, once for each name. */
const killOnce = (name) => {
  const mark = join(folder, name);
  if (existsSync(mark)) return;
  writeFileSync(mark, "");
  process.kill(process.pid, "SIGKILL");
};

async function run({ repository }, tell, signal) {
  log(`begin ${repository}`);
  tell("cloned");
  if (killAt === "begun") killOnce("begun");
  if (repository.startsWith("kill")) process.kill(process.pid, "SIGKILL");
  if (repository.startsWith("throw")) throw new Error("poison");
  await sleep(repository.startsWith("slow") ? 60_000 : 20, undefined, { signal });
  if (killAt === "done") killOnce("done");
  return { ...result, repository };
}

const places = {
  own: [new URL("../../../node_modules", import.meta.url).pathname],
  others: [],
  refused: [],
};
const server = await openServer(parseQueueAddress(url), queue, {
  places,
  times,
  note: log,
});
if ("fault" in server) throw new Error(server.fault);
const insist = async (call) => {
  const value = await server.insist(call);
  if (killAt === "sent") killOnce("sent");
  return value;
};
const end = new AbortController();
process.on("SIGTERM", () => end.abort());
const work = { digestOf: () => fleet, run, concurrency: 1, once: false, interrupted: end.signal };
await workOnQueue({ ...server, insist }, work);
await server.close();
