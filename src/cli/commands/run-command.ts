import { runRequest } from "../../command/requests.ts";
import { defineCommand } from "./command.ts";
import { runTask } from "./run-task.ts";

/** `sluice run`: preview, decide, apply. */
export const runCommand = defineCommand({
  name: "run",
  words: "[recipe..]",
  summary: "Preview, decide and apply the changes of recipes",
  examples: [
    ["sluice run assert-strict --policy safe", "Apply what is safe, hold the rest"],
    ["sluice run recipes/rename.yaml --input from=foo --input to=bar", "With inputs"],
  ],
  run(options, { recipe = [] }, world) {
    const request = runRequest("run", options, recipe, world.cwd);
    return runTask({ kind: "run", request }, options, world);
  },
});

/** `sluice preview`: the same, and never writes. */
export const previewCommand = defineCommand({
  name: "preview",
  words: "[recipe..]",
  summary: "Show what recipes would change, with verdicts if there is a policy; never writes",
  examples: [["sluice preview assert-strict --check", "Exit with 1 if anything would change"]],
  run(options, { recipe = [] }, world) {
    const request = runRequest("preview", options, recipe, world.cwd);
    return runTask({ kind: "run", request }, options, world);
  },
});
