import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { MAIN } from "../support/built-command.ts";
import { startRedis } from "../support/fleet/queue-servers.ts";
import { fleetOf } from "../support/fleet.ts";

/** In the first the recipe edits a file, in the second it would if the text were code; in the third is no text of it. */
const TEXTS = ["console.log(1);\nkeep();\n", "// console.log(1);\n", "other(1);\n"];

/** Makes a fleet of 50 repositories, of which the last does not exist. */
function makeFleet() {
  const entries = Array.from({ length: 50 }, (_, at) => `repos/r${at}`);
  const trees = entries.slice(0, -1).map((name, at) => [name, { "a.ts": TEXTS[at % 3] ?? "" }]);
  return fleetOf(Object.fromEntries(trees), { entries });
}

type FleetFolder = Pick<ReturnType<typeof fleetOf>, "folder">;

/** Starts a command of a fleet. Its mirrors are those of `own`. */
function start({ folder }: FleetFolder, own: string, argv: readonly string[]) {
  const places = ["--mirrors", join(folder, `mirrors-${own}`)];
  const child = spawn(process.execPath, [MAIN, "fleet", ...argv, ...places], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const out = { text: "" };
  child.stdout.on("data", (text) => {
    out.text += text;
  });
  return { child, out, ended: once(child, "close") };
}

/** The final states in a ledger, in the order in which they were noted. */
function finalStates(folder: string, state: string) {
  const lines = readFileSync(join(folder, state, "ledger.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines
    .map((line) => JSON.parse(line.slice(9)))
    .filter(({ state }) => ["planned", "previewed", "skipped", "failed"].includes(state))
    .map(({ repository, state }) => `${repository} ${state}`);
}

/** The report without its times. */
function reportOf(text: string) {
  return JSON.parse(text, (key, value) =>
    /^(at|startedAt|round|took)$/.test(key) ? undefined : value,
  );
}

async function untilNoted(fleet: FleetFolder, count: number): Promise<void> {
  const noted = () => {
    try {
      return finalStates(fleet.folder, "queued").length;
    } catch {
      return 0; // The ledger is not there yet.
    }
  };
  while (noted() < count) await sleep(50);
}

it("a fleet on two workers, one of them killed, and Redis too, has the report of one machine (H2)", async () => {
  const fleet = makeFleet();
  const local = start(fleet, "here", ["run", "fleet.yaml", "--state", "local", "--format", "json"]);
  await local.ended;
  const redis = await startRedis();
  const queue = ["--queue", redis.url];
  const run = ["run", "fleet.yaml", "--state", "queued", "--format", "json", ...queue];
  const begun = Date.now();
  const coordinator = start(fleet, "here", run);
  const worker = (own: string): ChildProcess =>
    start(fleet, own, ["worker", "fleet.yaml", "--concurrency", "1", ...queue]).child;
  const [killed] = [worker("one"), worker("two")];
  await untilNoted(fleet, 20);
  killed.kill("SIGKILL");
  await untilNoted(fleet, 30);
  await redis.kill();
  await sleep(1000);
  await redis.start();
  await coordinator.ended;
  console.log(`a round of 50 on a queue: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  expect(coordinator.child.exitCode).toBe(1); // The last repository does not exist.
  expect(reportOf(coordinator.out.text)).toEqual(reportOf(local.out.text));
  const noted = finalStates(fleet.folder, "queued");
  expect([...noted].sort()).toEqual([...finalStates(fleet.folder, "local")].sort());
  expect(new Set(noted).size).toBe(50); // One for each, and none twice.
});
