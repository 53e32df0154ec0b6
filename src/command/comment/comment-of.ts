import type { World } from "../../model/world.ts";
import {
  type CommentContent,
  commentDetails,
  commentText,
  summary,
} from "../../report/comment/comment-text.ts";
import type { CommentedReport } from "../../report/comment/commented-report.ts";
import { legCounts } from "../../report/comment/leg-part.ts";
import { detailsRoom, partText } from "../../report/comment/legs-text.ts";
import { commentMarker } from "../../report/comment/marker.ts";
import { nextCommands } from "../../report/comment/next-commands.ts";
import { writtenWithin } from "../../report/comment/text-limit.ts";
import { sha256 } from "../../shared/sha256.ts";
import { folderOf, jobUrlOf, type Leg, legOf, useOf } from "./job-of.ts";
import type { MyLeg } from "./merge-legs.ts";
import { findRunMark, type RunMark, runMarkLine } from "./run-mark.ts";

/** The most of the UTF-16 code units of a comment that is not for a forge. */
const TEXT_LIMIT = 65_536;

/** The use that a comment is of. */
export interface CommentUse {
  /** The root of the run; absolute. */
  readonly root: string;
  /** Tells the uses in one repository apart. Default: the workflow, the job and the root. */
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
  /** Absent without a matrix, and if the number of the run is not known. */
  readonly leg?: MyLeg;
}

/** Returns the comment of a report, without asking any server. */
export async function commentOf(
  report: CommentedReport,
  { cwd, env }: Pick<World, "cwd" | "env">,
  { root, id, choice }: CommentUse,
): Promise<ReportComment> {
  const folder = folderOf(root, env, cwd) ?? "";
  const [use, leg] = [useOf(env, folder), legOf(env)];
  const marker = commentMarker(id ?? use);
  const mark = await findRunMark(env, root, report.run.startedAt);
  const commands = nextCommands(report, choice);
  const content = {
    ...{ report, commands, folder },
    ...{ commit: mark.commit, leg: leg?.name, jobUrl: jobUrlOf(env) },
    marker: `${marker}\n${runMarkLine(mark)}`,
    areCommandsWhole: choice !== undefined,
    ...{ limit: TEXT_LIMIT, warning: "" },
  };
  const write = (limit = TEXT_LIMIT, warning = "") => commentText({ ...content, limit, warning });
  if (leg === undefined || mark.run === undefined) return { marker, mark, write };
  const key = sha256(JSON.stringify([use, leg.name])).slice(0, 16);
  const mine = { ...myLeg(leg, key, mark, content), isOneJob: id === undefined };
  return { marker, mark, write, leg: mine };
}

function myLeg(
  { name, legs, index }: Leg,
  key: string,
  mark: RunMark,
  content: CommentContent,
): Omit<MyLeg, "isOneJob"> {
  const { run, outcome, exitCode, totals } = content.report;
  const about = { key, name, legs, attempt: mark.attempt ?? 0, job: mark.job ?? "" };
  const counts = legCounts(totals);
  const ofLeg = { ...about, command: run.command, outcome, exitCode, counts };
  return {
    mark,
    turn: index ?? Number.parseInt(key.slice(0, 8), 16),
    partFor({ limit, sizeOf }) {
      const room = detailsRoom(legs, limit);
      const write = (length: number) => commentDetails(content, length);
      const details = room === 0 ? "" : writtenWithin({ limit: room, sizeOf }, write);
      return { mark: ofLeg, text: partText(ofLeg, summary(content.report), details) };
    },
  };
}
