import { mergeRequest } from "../../../command/requests.ts";
import { usageError } from "../../usage-error.ts";
import { taskCommand } from "../command.ts";

/** `sluice merge`: put the plans of shards together. */
export const mergeCommand = taskCommand({
  name: "merge",
  words: "<plan..>",
  summary: "Make one plan of the plans of all shards; writes nothing else",
  examples: [["sluice merge plans -o plan.json", "Merge all plans in the folder"]],
  task(options, words, cwd) {
    const { output } = options;
    if (output === undefined)
      throw usageError("`merge` needs a file for the plan.", "Use -o FILE.");
    return { kind: "merge", request: mergeRequest(options, words.plan ?? [], cwd), output };
  },
});
