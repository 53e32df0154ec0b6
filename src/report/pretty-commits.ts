import type { Colors } from "picocolors/types.js";
import type { Report } from "../model/report/report.ts";
import { isDryRun } from "../model/run-kind.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine } from "./terminal-text.ts";

/** The commits that are shown one by one. */
const MOST_SHOWN = 20;

/** Returns a line for each commit that a run made, or would make. */
export function prettyCommits({ commits = [], run }: Report, colors: Colors): readonly string[] {
  const verb = isDryRun(run.command) ? "would commit" : "commit";
  const lines = commits.slice(0, MOST_SHOWN).map(({ sha = "", branch, subject, files }) => {
    const id = sha === "" ? "" : ` ${colors.yellow(terminalLine(sha.slice(0, 10)))}`;
    const where = branch === null ? "" : ` on ${branch}`;
    const rest = `${where}: ${subject} (${countOf(files.length, "file")})`;
    return `${verb}${id}${terminalLine(rest)}`;
  });
  const more = commits.length - MOST_SHOWN;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
