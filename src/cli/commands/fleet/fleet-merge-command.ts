import { resolve } from "node:path";
import { usageError } from "../../usage-error.ts";
import { productCommand, requiredWord } from "../command.ts";
import { fleetTerminal } from "./fleet-terminal.ts";

/** `sluice fleet merge`: the rounds of jobs of a matrix as one. */
export const fleetMergeCommand = productCommand({
  name: "fleet merge",
  words: "<fleet> [states..]",
  summary:
    "Add up what jobs that ran alone have found, as one round: their states, or their results",
  examples: [
    ["sluice fleet merge fleet.yaml states", "A folder of the states of `fleet run --only`"],
    ["sluice fleet merge fleet.yaml results.jsonl", "What `fleet worker --once` has printed"],
  ],
  async run(options, words, world) {
    const { root = ".", trust, state, packages } = options;
    const file = requiredWord(words, "fleet");
    const from = words.states ?? [];
    if (from.length === 0) throw usageError("No state is named.", "Name folders or files of jobs.");
    const { mergeFleet } = await import("../../../fleet/merge-fleet.ts");
    const listener = await fleetTerminal(options, world);
    const lockTimeout = options["lock-timeout"];
    const request = { file, from, trust, state, packages, lockTimeout };
    const here = { ...world, cwd: resolve(world.cwd, root) };
    const outcome = await mergeFleet(request, here, listener);
    await listener.end(outcome, file);
    return outcome.exitCode;
  },
});
