import { resolve } from "node:path";
import { outputPathFault } from "../../apply/check-output-path.ts";
import { withUnwrittenReport } from "../../model/exit-code.ts";
import { type FileReport, parseFileReports, parseFormat } from "../../report/file-reports.ts";
import { DEFAULT_POLICY_FILE } from "../../run/default-policy-file.ts";
import { startGitListing } from "../../run/git-listing.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { parseCount, parseDuration, parseInputPairs } from "../../shared/option-value.ts";
import { parseColor } from "../color.ts";
import { RUN_OPTIONS } from "../options.ts";
import { openOutputs } from "../outputs.ts";
import { UsageError, valueOfOption } from "../usage-error.ts";
import { type Command, flagOption, listOption, lockTimeout, textOption } from "./command.ts";

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
      const { cwd, env, shippedRecipes, ownFolder, threads, build } = surroundings;
      const { now, newRunId, interrupted, after, self } = surroundings;
      const timeout = textOption(raw, "timeout");
      const policy = textOption(raw, "policy");
      const inputsFile = textOption(raw, "inputs-file");
      const maxActions = textOption(raw, "max-actions");
      const request = {
        command: name,
        root: resolve(cwd, textOption(raw, "root") ?? "."),
        recipes: listOption(raw, "recipe"),
        inputs: valueOfOption("input", parseInputPairs(listOption(raw, "input"))),
        check: flagOption(raw, "check"),
        exitZero: flagOption(raw, "exit-zero"),
        cache: flagOption(raw, "cache"),
        requireClean: flagOption(raw, "require-clean"),
        allowCustomTools: flagOption(raw, "allow-custom-tools"),
        lockTimeout: lockTimeout(raw),
        ...(policy === undefined ? {} : { policy }),
        ...(inputsFile === undefined ? {} : { inputsFile }),
        ...(maxActions === undefined
          ? {}
          : { maxActions: valueOfOption("max-actions", parseCount(maxActions)) }),
      };
      const reports = valueOfOption("report", parseFileReports(listOption(raw, "report")));
      const given = [...request.recipes, policy ?? DEFAULT_POLICY_FILE, inputsFile ?? ""];
      await refuseBadPaths(cwd, reports, given);
      const outputs = await openOutputs(
        {
          format: valueOfOption("format", parseFormat(textOption(raw, "format") ?? "pretty")),
          reports,
          color: parseColor(raw.color),
          quiet: flagOption(raw, "quiet"),
          verbose: flagOption(raw, "verbose"),
        },
        surroundings,
      );
      const timedOut =
        timeout === undefined
          ? new AbortController().signal
          : surroundings.after(valueOfOption("timeout", parseDuration(timeout)));
      const listing = startGitListing(request.root, env);
      const { runRecipes } = await import("../../run/run-recipes.ts"); // The engine, when it is needed.
      const report = await runRecipes(request, {
        cwd,
        shippedRecipes,
        ...definedOnly({ ownFolder, threads }),
        build,
        listing,
        now,
        newRunId,
        after,
        self,
        interrupted,
        timedOut,
        emit: outputs.emit,
      });
      const isWritten = await outputs.finish(report);
      return isWritten ? report.exitCode : withUnwrittenReport(report).exitCode;
    },
  };
}

/** Told before the run: afterwards it would be too late. */
async function refuseBadPaths(
  cwd: string,
  reports: readonly FileReport[],
  given: readonly string[],
): Promise<void> {
  const inputs = given.filter((path) => path !== "");
  for (const { path, format } of reports) {
    const fault = await outputPathFault(cwd, path, format, inputs);
    if (fault !== undefined) throw new UsageError(`--report: ${path} ${fault}.`);
  }
}
