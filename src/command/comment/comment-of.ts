import type { World } from "../../model/world.ts";
import { commentText } from "../../report/comment/comment-text.ts";
import type { CommentedReport } from "../../report/comment/commented-report.ts";
import { commentMarker } from "../../report/comment/marker.ts";
import { nextCommands } from "../../report/comment/next-commands.ts";
import { folderOf, jobUrlOf, legOf, useOf } from "./job-of.ts";
import { findRunMark, type RunMark, runMarkLine } from "./run-mark.ts";

/** The most of the UTF-16 code units of a comment that is not for a forge. */
const TEXT_LIMIT = 65_536;

/** The use that a comment is of. */
export interface CommentUse {
  /** The root of the run; absolute. */
  readonly root: string;
  /** Tells the uses in one repository apart. Default: the workflow, the job with its matrix, and the root. */
  readonly id?: string | undefined;
  /** The options that choose the files and the inputs of the run, quoted for a shell; undefined: they are not known. */
  readonly choice?: readonly string[] | undefined;
}

/** The comment of a report, before it is text. */
export interface ReportComment {
  /** The line by which later runs find it. */
  readonly marker: string;
  readonly mark: RunMark;
  /** Writes it; `warning` is a sentence about what it replaces. */
  write(limit?: number, warning?: string): string;
}

/** Returns the comment of a report, without asking any server. */
export async function commentOf(
  report: CommentedReport,
  { cwd, env }: Pick<World, "cwd" | "env">,
  { root, id, choice }: CommentUse,
): Promise<ReportComment> {
  const folder = folderOf(root, env, cwd) ?? "";
  const [use, leg] = [useOf(env, folder), legOf(env)];
  // The legs of a matrix have the same suggestions, and a comment each.
  const marker = commentMarker(id ?? (leg === undefined ? use : JSON.stringify([use, leg])));
  const mark = await findRunMark(env, root, report.run.startedAt);
  const commands = nextCommands(report, choice);
  const content = {
    ...{ report, commands, folder },
    ...{ commit: mark.commit, leg, jobUrl: jobUrlOf(env) },
    marker: `${marker}\n${runMarkLine(mark)}`,
    areCommandsWhole: choice !== undefined,
  };
  const write = (limit = TEXT_LIMIT, warning = "") => commentText({ ...content, limit, warning });
  return { marker, mark, write };
}
