import { decideRequest } from "../../../command/requests.ts";
import { requiredWord, taskCommand } from "../command.ts";

/** `sluice decide`: what people say on a pull request about the held actions of a plan. */
export const decideCommand = taskCommand({
  name: "decide",
  words: "<plan>",
  summary: "Do what people decide on a pull request about held actions",
  examples: [
    ["sluice decide plan.json --base origin/main", "In a job of GitHub for a comment"],
    ["sluice decide plan.json --base origin/main --dry-run", "Show what would be done"],
  ],
  task(options, words, cwd) {
    return { kind: "decide", request: decideRequest(options, requiredWord(words, "plan"), cwd) };
  },
});
