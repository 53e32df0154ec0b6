import { resolve } from "node:path";
import picocolors from "picocolors";
import type { Presenter } from "../command/presenter.ts";
import { createProgress } from "../command/progress.ts";
import { reportedFolder, rootFrom } from "../command/reported-folder.ts";
import { viewOf } from "../command/view-of.ts";
import { prettyNotice } from "../report/pretty-notice.ts";
import type { Reporter, ReportStyle } from "../report/reporter.ts";
import { loadReporter } from "../report/reporters.ts";
import type { OutputOptions } from "../request/options/read-options.ts";
import { collectIfGrown } from "../shared/process/collect-garbage.ts";
import type { CliWorld } from "./cli-world.ts";
import { pagerOf } from "./pager-of.ts";
import { showPaged } from "./show-paged.ts";
import { wantsColor } from "./wants-color.ts";

/** Shows a run in a root: its report on standard output; diagnostics, logs and progress on standard error. */
export async function openTerminal(
  options: OutputOptions,
  root: string,
  world: CliWorld,
): Promise<Presenter> {
  const { stdout, stderr } = world;
  const { format, color, quiet, verbose, report: reports } = options;
  const advisedRoot = rootFrom(world.cwd, root);
  const isGithub = format === "github";
  const style = {
    pullFiles: isGithub ? await pullFilesOf(resolve(world.cwd, root), world) : undefined,
    ...{ quiet, verbose, color: wantsColor(color, world, stdout), advisedRoot },
    ...{ reports, folder: reportedFolder(root, world.cwd, world.env), version: world.version },
    columns: stdout.isTerminal ? stdout.columns : undefined,
    isPlain: stdout.isPlain,
    view: viewOf(options, reports),
  };
  // Its text is commands for the runner, with nothing else in them.
  const isCommands = isGithub && stdout.writeCommands !== undefined;
  const reporter = options.handoff
    ? await handoffReporter(style, stderr)
    : (await loadReporter(format, style.view))(style);
  const colors = picocolors.createColors(wantsColor(color, world, stderr));
  const progress = createProgress(stderr, world);
  const pager = format === "pretty" && !options.handoff ? pagerOf(options.pager, world) : undefined;
  return {
    onEvent(event) {
      const notice = prettyNotice(event, style, colors);
      if (notice !== "") progress.clear();
      stderr.write(notice);
      for (const text of reporter.onEvent?.(event) ?? []) {
        if (text === "") continue;
        progress.clear();
        stdout.write(text);
      }
      if (!quiet) progress.onEvent(event);
    },
    async onReport(report) {
      progress.clear();
      const pieces = () => reporter.onReport?.(report) ?? [];
      if (pager !== undefined && (await showPaged(pieces(), pager, world))) return;
      for (const text of pieces()) {
        if (isCommands) stdout.writeCommands?.(text);
        else stdout.write(text);
        collectIfGrown();
        await stdout.drained?.(); // A slow reader would have the whole text wait in memory.
      }
    },
  };
}

/** Standard output has the tasks alone: what else there is to say goes to standard error. */
async function handoffReporter(style: ReportStyle, stderr: CliWorld["stderr"]): Promise<Reporter> {
  const { handoffNotices, handoffPieces } = await import("../report/handoff-text.ts");
  return {
    onReport(report) {
      stderr.write(handoffNotices(report));
      return handoffPieces(report, style);
    },
  };
}

async function pullFilesOf(root: string, { env }: CliWorld) {
  const { findPullFiles } = await import("../command/pull-files.ts");
  return findPullFiles(root, env);
}
