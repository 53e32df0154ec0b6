import { writeOutputFiles } from "../../apply/disk/write-output-file.ts";
import { withUnwrittenReport } from "../../model/exit-code.ts";
import { parseFileReports } from "../../report/file-reports.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { RUN_OPTIONS } from "../options.ts";
import { UsageError, valueOfOption } from "../usage-error.ts";
import { type Command, listOption, textOption } from "./command.ts";
import { filesGiven, openRun, recipeRequest } from "./run-setup.ts";

/** `sluice plan`: preview and decide, and save the plan. */
export const planCommand: Command = {
  usage: "plan [recipe..]",
  summary: "Preview and decide, and save the plan for `apply`; writes nothing else",
  options: {
    output: {
      type: "string",
      alias: "o",
      requiresArg: true,
      describe: "File of the plan; an earlier plan is replaced",
    },
    ...RUN_OPTIONS,
  },
  examples: [["sluice plan assert-strict --policy safe -o plan.json", "Save it for review"]],
  async run(raw, surroundings) {
    const { cwd, stderr } = surroundings;
    const output = textOption(raw, "output");
    if (output === undefined)
      throw new UsageError("`plan` needs a file for the plan.", "Name it with -o FILE.");
    const request = recipeRequest(raw, cwd);
    const given = filesGiven(request);
    const reports = valueOfOption("report", parseFileReports(listOption(raw, "report")));
    await refuseBadOutput(output, [...given, ...reports.map(({ path }) => path)], surroundings);
    const opened = await openRun(raw, surroundings, { root: request.root, given });
    const { plan } = await import("../../run/plan-recipes.ts"); // The engine, when it is needed.
    const { report, text, why } = await plan(request, opened.surroundings);
    const isReported = await opened.outputs.finish(report);
    const unwritten =
      text === undefined ? [] : await writeOutputFiles(cwd, [{ path: output, text }]);
    for (const { path, reason } of unwritten)
      stderr.write(`sluice: the plan ${path} cannot be written: ${reason}\n`);
    if (text === undefined && report.outcome !== "invalid")
      stderr.write(`sluice: no plan was written. ${terminalLine(why.join(" "))}\n`);
    const isDone = isReported && text !== undefined && unwritten.length === 0;
    return isDone ? report.exitCode : withUnwrittenReport(report).exitCode;
  },
};

async function refuseBadOutput(
  output: string,
  given: readonly string[],
  { cwd }: CliWorld,
): Promise<void> {
  const { planOutputFault } = await import("../../plan/plan-output.ts"); // With the format's schema.
  const fault = await planOutputFault(cwd, output, given);
  if (fault !== undefined) throw new UsageError(`--output: ${output} ${fault}.`);
}
