import { publishRequest } from "../../../command/requests.ts";
import { requiredWord, taskCommand } from "../command.ts";

/** `sluice publish`: branches and pull requests of a plan or a run, which are kept. */
export const publishCommand = taskCommand({
  name: "publish",
  words: "<plan>",
  summary: "Keep the pull requests that the policy wants of a plan, or of a run",
  examples: [
    ["sluice publish plan.json", "In a job of GitHub or GitLab, with a token that may push"],
    ["sluice publish plan.json --dry-run", "Show what would be opened, refreshed and closed"],
    ["sluice publish last", "What the last run here did, or one by the beginning of its id"],
  ],
  task(options, words, cwd) {
    return { kind: "publish", request: publishRequest(options, requiredWord(words, "plan"), cwd) };
  },
});
