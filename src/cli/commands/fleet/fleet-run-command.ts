import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { MakePlan } from "../../../fleet/job/plan-in.ts";
import type { PublishPlan } from "../../../fleet/publish/publish-one.ts";
import type { OptionsOf } from "../../../request/options/read-options.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { productCommand, requiredWord } from "../command.ts";
import { fleetTerminal } from "./fleet-terminal.ts";
import { takeQueue } from "./take-queue.ts";

/** `sluice fleet run`: the recipes of a fleet over all of its repositories. */
export const fleetRunCommand = (loadPlan: () => Promise<MakePlan>, publishPlan: PublishPlan) =>
  productCommand({
    name: "fleet run",
    words: "<fleet>",
    summary: "Run the recipes of a fleet file over its repositories, and keep a plan of each",
    examples: [
      ["sluice fleet run fleet.yaml", "A new round; `sluice fleet fleet.yaml` is the same"],
      ["sluice fleet run fleet.yaml --resume", "Go on with a round that was cut off"],
      ["sluice fleet run fleet.yaml --failed-only", "Try the failures again"],
      ["sluice fleet run fleet.yaml --queue redis://HOST:6379", "On the machines of workers"],
      ["sluice fleet run fleet.yaml --dry-run", "Open no pull request; --resume then does"],
      ["sluice fleet run fleet.yaml --only acme/app", "One repository, as a job of a matrix does"],
    ],
    async run(options, words, world) {
      const { root = ".", timeout } = options;
      const { runFleet } = await import("../../../fleet/run-fleet.ts");
      const limit = timeLimitOf(timeout, world);
      const here = { ...world, cwd: resolve(world.cwd, root), timedOut: limit.signal };
      const listener = await fleetTerminal(options, world);
      const file = requiredWord(words, "fleet");
      const doors = { listener, makePlan: await loadPlan(), publishPlan };
      const queue = takeQueue(options.queue, world);
      const outcome = await runFleet({ file, ...requestOf(options, queue) }, here, doors);
      await listener.end(outcome, file);
      return outcome.exitCode;
    },
  });

/** The most jobs that wait on a queue at a time. */
const QUEUED = 1000;

function requestOf(options: OptionsOf<"fleet run">, queue: string | undefined) {
  const { trust, state, resume, only, mirrors, packages } = options;
  return {
    ...{ trust, state, resume, only, mirrors, packages },
    failedOnly: options["failed-only"],
    queue,
    concurrency: options.concurrency ?? (queue === undefined ? availableParallelism() : QUEUED),
    maxFailed: options["max-failed"] ?? Number.POSITIVE_INFINITY,
    repositoryTime: options["repository-timeout"],
    maxSize: options["max-repository-size"],
    lockTimeout: options["lock-timeout"],
    publishRate: options["publish-rate"],
    isDryRun: options["dry-run"],
  };
}
