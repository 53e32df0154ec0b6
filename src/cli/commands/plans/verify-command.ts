import { verifyRequest } from "../../../command/requests.ts";
import { usageError } from "../../usage-error.ts";
import { taskCommand } from "../command.ts";

/** `sluice verify`: what differs in the tree from a base, without an accepted action, is named and judged. */
export const verifyCommand = taskCommand({
  name: "verify",
  words: "",
  summary: "Name and judge what differs from a base without an accepted action",
  examples: [
    ["sluice verify --base origin/main", "All that an agent did, by the policy of the base"],
    ["sluice verify --base HEAD --plan plan.json", "What is not of this plan"],
    ["sluice verify --base HEAD --run last --revert", "Take back what is refused or held"],
  ],
  task(options, _words, cwd) {
    const { plan, run } = options;
    if (plan !== undefined && run !== undefined)
      throw usageError("--plan and --run exclude each other.", "Name one of them.");
    return { kind: "verify", request: verifyRequest(options, cwd) };
  },
});
