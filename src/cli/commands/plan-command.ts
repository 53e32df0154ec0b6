import { runRequest } from "../../command/requests.ts";
import { usageError } from "../usage-error.ts";
import { defineCommand } from "./command.ts";
import { runTask } from "./run-task.ts";

/** `sluice plan`: preview and decide, and save the plan. */
export const planCommand = defineCommand({
  name: "plan",
  words: "[recipe..]",
  summary: "Preview and decide, and save the plan for `apply`; writes nothing else",
  examples: [["sluice plan assert-strict --policy safe -o plan.json", "Save it for review"]],
  run(options, { recipe = [] }, world) {
    const { output } = options;
    if (output === undefined) throw usageError("`plan` needs a file for the plan.", "Use -o FILE.");
    const request = runRequest("plan", options, recipe, world.cwd);
    return runTask({ kind: "plan", request, output }, options, world);
  },
});
