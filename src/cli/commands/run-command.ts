import { usageError } from "../usage-error.ts";
import { taskCommand } from "./command.ts";
import { requestOfWords } from "./recipe-words.ts";

/** `sluice run`: preview, decide, apply. */
export const runCommand = taskCommand({
  name: "run",
  words: "[recipe..]",
  takesFiles: true,
  summary: "Preview, decide and apply the changes of recipes",
  examples: [
    ["sluice run assert-strict --policy safe", "Apply what is safe, hold the rest"],
    ["sluice run recipes/rename.yaml --input from=foo --input to=bar", "With inputs"],
    ["sluice run codemods/ --policy safe", "Every recipe in a folder"],
    ["sluice run", "What sluice.yaml says, in this folder or above"],
    ["sluice run -p 'foo($A)' -r 'bar($A)' -l ts src --policy safe", "A recipe in one line"],
  ],
  task(options, words, cwd) {
    return { kind: "run", request: requestOfWords("run", options, words, cwd) };
  },
});

/** `sluice preview`: the same, and never writes. */
export const previewCommand = taskCommand({
  name: "preview",
  words: "[recipe..]",
  takesFiles: true,
  summary: "Show what recipes would change, with verdicts if there is a policy; never writes",
  examples: [
    ["sluice preview assert-strict --check", "Exit with 1 if anything would change"],
    ["sluice preview 'codemods/*.yaml'", "Every recipe that a glob matches"],
    ["sluice preview", "What sluice.yaml says, in this folder or above"],
    ["sluice preview - < recipe.yaml", "A recipe from standard input"],
    ["sluice preview -p 'foo($A)' -r '' -l ts src", "A recipe in one line, which removes code"],
    ["sluice preview -p 'foo($A)' -l ts", "A search only"],
  ],
  task(options, words, cwd) {
    const { handoff, format } = options;
    if (handoff && format !== "pretty")
      throw usageError(
        "--handoff prints tasks, and no report.",
        `Use --report ${format}=FILE in the place of --format.`,
      );
    const request = requestOfWords("preview", options, words, cwd);
    return { kind: "run", request: { ...request, handsOff: handoff } };
  },
});
