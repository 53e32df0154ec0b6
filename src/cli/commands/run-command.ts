import { resolve } from "node:path";
import { withUnwrittenReport } from "../../model/exit-code.ts";
import { parseFileReports, parseFormat } from "../../report/file-reports.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { parseDuration, parseInputPairs } from "../../shared/option-value.ts";
import { parseColor } from "../color.ts";
import { RUN_OPTIONS } from "../options.ts";
import { openOutputs } from "../outputs.ts";
import { valueOfOption } from "../usage-error.ts";
import { type Command, flagOption, listOption, textOption } from "./command.ts";

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
      const { cwd, shippedRecipes, ownFolder, now, newRunId, interrupted } = surroundings;
      const timeout = textOption(raw, "timeout");
      const policy = textOption(raw, "policy");
      const inputsFile = textOption(raw, "inputs-file");
      const outputs = await openOutputs(
        {
          format: valueOfOption("format", parseFormat(textOption(raw, "format") ?? "pretty")),
          reports: valueOfOption("report", parseFileReports(listOption(raw, "report"))),
          color: parseColor(raw.color),
          quiet: flagOption(raw, "quiet"),
          verbose: flagOption(raw, "verbose"),
        },
        surroundings,
      );
      const request = {
        command: name,
        root: resolve(cwd, textOption(raw, "root") ?? "."),
        recipes: listOption(raw, "recipe"),
        inputs: valueOfOption("input", parseInputPairs(listOption(raw, "input"))),
        check: flagOption(raw, "check"),
        exitZero: flagOption(raw, "exit-zero"),
        ...(policy === undefined ? {} : { policy }),
        ...(inputsFile === undefined ? {} : { inputsFile }),
      };
      const timedOut =
        timeout === undefined
          ? new AbortController().signal
          : surroundings.after(valueOfOption("timeout", parseDuration(timeout)));
      const { runRecipes } = await import("../../run/run-recipes.ts"); // The engine, when it is needed.
      const report = await runRecipes(request, {
        cwd,
        shippedRecipes,
        ...definedOnly({ ownFolder }),
        now,
        newRunId,
        interrupted,
        timedOut,
        emit: outputs.emit,
      });
      const isWritten = await outputs.finish(report);
      return isWritten ? report.exitCode : withUnwrittenReport(report).exitCode;
    },
  };
}
