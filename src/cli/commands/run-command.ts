import { withUnwrittenReport } from "../../model/exit-code.ts";

import { RUN_OPTIONS } from "../options.ts";
import type { Command } from "./command.ts";
import { filesGiven, openRun, recipeRequest } from "./run-setup.ts";

/** `sluice run`: preview, decide, apply. */
export const runCommand: Command = recipeCommand({
  name: "run",
  summary: "Preview, decide and apply the changes of recipes",
  examples: [
    ["sluice run assert-strict --policy safe", "Apply what is safe, hold the rest"],
    ["sluice run recipes/rename.yaml --input from=foo --input to=bar", "With inputs"],
  ],
});

/** `sluice preview`: the same, and never writes. */
export const previewCommand: Command = recipeCommand({
  name: "preview",
  summary: "Show what recipes would change, and the verdicts where there is a policy; never writes",
  examples: [["sluice preview assert-strict --check", "Exit 1 where anything would change"]],
});

function recipeCommand({
  name,
  summary,
  examples,
}: {
  readonly name: "run" | "preview";
  readonly summary: string;
  readonly examples: NonNullable<Command["examples"]>;
}): Command {
  return {
    usage: `${name} [recipe..]`,
    summary,
    options: RUN_OPTIONS,
    examples,
    async run(raw, surroundings) {
      const request = { command: name, ...recipeRequest(raw, surroundings.cwd) };
      const given = filesGiven(request);
      const opened = await openRun(raw, surroundings, { root: request.root, given });
      const { runRecipes } = await import("../../run/run-recipes.ts"); // The engine, when it is needed.
      const report = await runRecipes(request, opened.surroundings);
      const isWritten = await opened.outputs.finish(report);
      return isWritten ? report.exitCode : withUnwrittenReport(report).exitCode;
    },
  };
}
