import { resolve } from "node:path";
import { reportedFolder, rootFrom } from "../../command/reported-folder.ts";
import { viewOf } from "../../command/view-of.ts";
import { eventsOf, lastEventOf } from "../../model/report/events-of.ts";
import type { FoundReport } from "../../past/report-again.ts";
import { collectFileReports } from "../../report/file-reports.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import type { CliWorld } from "../cli-world.ts";
import { openTerminal } from "../terminal-presenter.ts";
import type { MadeReports } from "./made-reports.ts";

/** Makes the reports of a record again. On standard output there is one if a format is given, or no file. */
export async function showAgain(
  { report }: FoundReport,
  options: OptionsOf<"report">,
  world: CliWorld,
): Promise<MadeReports> {
  const { quiet, verbose } = options;
  const view = viewOf(options, options.report);
  const root = resolve(world.cwd, options.root ?? ".");
  const folder = reportedFolder(root, world.cwd, world.env);
  const advisedRoot = rootFrom(world.cwd, root);
  const style = { quiet, verbose, view, folder, advisedRoot, version: world.version };
  const files = await collectFileReports(options.report, style);
  for (const event of eventsOf(report)) files.onEvent(event);
  files.onEvent(lastEventOf(report));
  return {
    files: files.texts(report),
    async show() {
      if (options.format === undefined && options.report.length > 0) return;
      const shown = {
        ...options,
        timeout: undefined,
        format: options.format ?? "pretty",
      } as const;
      const terminal = await openTerminal(shown, root, world);
      for (const event of eventsOf(report)) terminal.onEvent(event);
      terminal.onEvent(lastEventOf(report));
      await terminal.onReport(report);
    },
    exitCode: 0,
  };
}
