import { usageError } from "../../usage-error.ts";
import { taskCommand } from "../command.ts";
import { requestOfWords } from "../recipe-words.ts";

/** `sluice plan`: preview and decide, and save the plan. */
export const planCommand = taskCommand({
  name: "plan",
  words: "[recipe..]",
  takesFiles: true,
  summary: "Preview and decide, and save the plan for `apply`; writes nothing else",
  examples: [["sluice plan assert-strict --policy safe -o plan.json", "Save it for review"]],
  task(options, words, cwd) {
    const { output } = options;
    if (output === undefined) throw usageError("`plan` needs a file for the plan.", "Use -o FILE.");
    const request = requestOfWords("plan", options, words, cwd);
    return { kind: "plan", request, output };
  },
});
