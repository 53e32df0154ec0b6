import { applyRequest } from "../../../command/requests.ts";
import { requiredWord, taskCommand } from "../command.ts";

/** `sluice apply`: write exactly what a plan says, or nothing. */
export const applyCommand = taskCommand({
  name: "apply",
  words: "<plan>",
  summary: "Write exactly what a plan says, or nothing",
  examples: [["sluice apply plan.json", "Write what was planned, if it still fits"]],
  task(options, words, cwd) {
    return { kind: "apply", request: applyRequest(options, requiredWord(words, "plan"), cwd) };
  },
});
