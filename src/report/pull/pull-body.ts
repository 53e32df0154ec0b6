import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import type { PartLimit } from "../comment/commented-report.ts";
import { codeBlock } from "../markdown-text.ts";
import { fileTable } from "./file-table.ts";
import { ruleTable } from "./rule-table.ts";
import type { RulePlaces } from "./rule-text.ts";

/** The body of a kept pull request, before it is text. */
export interface PullBodyContent {
  /** The first line, by which the pull request is found again. */
  readonly marker: string;
  /** The text of the policy: Markdown, filled with texts that were made safe. Empty without one. */
  readonly intro: string;
  /** The actions that are in the branch, in the order of application. */
  readonly actions: readonly ActionReport[];
  /** The actions of the plan that are in no branch: held, discarded, failed. */
  readonly left: readonly ActionReport[];
  readonly rulePlaces: RulePlaces;
  /** Command lines for a shell that make the same again. */
  readonly commands: readonly string[];
  /** In hex. */
  readonly planDigest: string;
  /** The place of what is left out, for the end of a sentence. */
  readonly elsewhere: string;
  /** The most UTF-16 code units of the body. */
  readonly limit: number;
}

/** The most of the text of the policy, as a part of the body. */
const INTRO_SHARE = 0.5;
/** The most of the command lines; UTF-16 code units. */
const COMMANDS_LENGTH = 4000;
/** A table of no more lines is not folded. */
const SHORT_TABLE = 24;
/** The part of what is left that the rules may take; the files have the rest. */
const RULES_SHARE = 0.5;

/**
 * Returns the body of a pull request as Markdown of GitHub and GitLab: the text of the policy, what each rule decided,
 * the rule of each hunk, the command that makes the same again and the digest of the plan. Never longer than the limit:
 * a part that does not fit is left out whole, rows of a table are counted.
 */
export function pullBody(content: PullBodyContent): string {
  const { marker, intro, actions, left, rulePlaces, elsewhere, limit } = content;
  const room = bounded(limit - marker.length - 1);
  const digest = room.take(`Plan \`${content.planDigest}\``);
  const counts = room.take(summary(actions, left));
  const again = room.take(commandBlock(content.commands));
  const isLong = intro.length > limit * INTRO_SHARE;
  const text = room.take(
    isLong ? `The text of the policy is too long; ${elsewhere}.` : intro.trim(),
  );
  const rulesRoom = { length: Math.floor(room.left() * RULES_SHARE), elsewhere };
  const rules = room.take(ruleTable([...actions, ...left], rulePlaces, rulesRoom));
  const files = room.take(filesPart(actions, rulePlaces, { length: room.left(), elsewhere }));
  const parts = [marker, text, counts, rules, files, again, digest];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Returns the table of files, folded if it is long. */
function filesPart(
  actions: readonly ActionReport[],
  rulePlaces: RulePlaces,
  { length, elsewhere }: PartLimit,
): string {
  const title = "Files and their lines in the base, with the rule of each";
  const [start, end] = [`<details><summary>${title}</summary>\n\n`, "\n\n</details>"];
  const room = length - start.length - end.length;
  const table = fileTable(actions, rulePlaces, { length: room, elsewhere });
  if (table === "") return "";
  const isShort = table.split("\n").length <= SHORT_TABLE;
  return isShort ? `${title}:\n\n${table}` : `${start}${table}${end}`;
}

/** Returns a budget: it takes a part if there is room for it, with the blank line before it. */
function bounded(length: number) {
  let left = length;
  return {
    left: () => Math.max(0, left - 2),
    take(part: string): string {
      if (part === "" || part.length + 2 > left) return "";
      left -= part.length + 2;
      return part;
    },
  };
}

function summary(actions: readonly ActionReport[], left: readonly ActionReport[]): string {
  const files = new Set(actions.flatMap(({ facts }) => facts.files)).size;
  const here = `**${countOf(actions.length, "action")}** in ${countOf(files, "file")}`;
  const others = (["held", "discarded", "failed"] as const).flatMap((state) => {
    const count = left.filter((action) => action.state === state).length;
    return count === 0 ? [] : [`**${count}** ${state}`];
  });
  const rest = others.length === 0 ? "" : `; of the same plan, not here: ${others.join(", ")}`;
  return `${here}${rest}.`;
}

function commandBlock(commands: readonly string[]): string {
  const text = commands.join("\n");
  if (text === "") return "";
  if (text.length > COMMANDS_LENGTH)
    return "The command that makes the same again is too long to show.";
  return `To make the same again:\n\n${codeBlock(text, "sh")}`;
}
