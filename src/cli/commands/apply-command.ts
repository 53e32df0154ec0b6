import { applyRequest } from "../../command/requests.ts";
import { defineCommand, requiredWord } from "./command.ts";
import { runTask } from "./run-task.ts";

/** `sluice apply`: write exactly what a plan says, or nothing. */
export const applyCommand = defineCommand({
  name: "apply",
  words: "<plan>",
  summary: "Write exactly what a plan says, or nothing",
  examples: [["sluice apply plan.json", "Write what was planned, if it still fits"]],
  run(options, words, world) {
    const request = applyRequest(options, requiredWord(words, "plan"), world.cwd);
    return runTask({ kind: "apply", request }, options, world);
  },
});
