import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { MakePlan } from "../../../fleet/job/plan-in.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import { countOf } from "../../../shared/count-of.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { showDiagnostics } from "../../show-diagnostics.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { usageError } from "../../usage-error.ts";
import { productCommand, requiredWord } from "../command.ts";
import { takeQueue } from "./take-queue.ts";

/** `sluice fleet worker`: jobs of a fleet for another process, which keeps the ledger. */
export const fleetWorkerCommand = (loadPlan: () => Promise<MakePlan>) =>
  productCommand({
    name: "fleet worker",
    words: "<fleet>",
    summary: "Do jobs of a fleet for another machine: one of standard input, or those of a queue",
    examples: [
      ["sluice fleet worker fleet.yaml --queue redis://HOST:6379", "Until it is stopped"],
      ["sluice fleet worker fleet.yaml --once < job.json", "One job; prints its result as JSON"],
    ],
    async run(options, words, world) {
      const { root = ".", color, trust, packages, mirrors, once } = options;
      const queue = takeQueue(options.queue, world);
      if (queue === undefined && !once)
        throw usageError("A worker needs --queue, or --once for one job of standard input.");
      const { workFleet } = await import("../../../fleet/work-fleet.ts");
      const { signal: timedOut } = timeLimitOf(options.timeout, world);
      const say = (text: string) => world.stderr.write(`sluice: ${terminalLine(text)}\n`);
      const outcome = await workFleet(
        {
          ...{ file: requiredWord(words, "fleet"), trust, packages, mirrors, queue, once },
          concurrency: options.concurrency ?? availableParallelism(),
          repositoryTime: options["repository-timeout"],
          maxSize: options["max-repository-size"],
          lockTimeout: options["lock-timeout"],
        },
        { ...world, cwd: resolve(world.cwd, root), timedOut },
        { makePlan: await loadPlan(), listener: { onWarning: say } },
      );
      showDiagnostics(outcome.diagnostics, color, world);
      if (outcome.result !== undefined) world.stdout.write(`${jsonText(outcome.result)}\n`);
      if (outcome.done !== undefined && !options.quiet)
        world.stdout.write(`${countOf(outcome.done, "job")} done\n`);
      return outcome.exitCode;
    },
  });
