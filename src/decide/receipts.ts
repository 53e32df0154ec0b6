import { z } from "zod";
import type { ThreadComment } from "../forge/people.ts";
import { HELD_STATES } from "../model/forge/held-state.ts";
import { sha256Hex } from "../model/report/action-schema.ts";
import { markdownText } from "../report/markdown-text.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { countOf } from "../shared/count-of.ts";
import { minuteText } from "../shared/time/instant-text.ts";
import { MOST_REASON } from "./parse-command.ts";

/** The version of the lines that are written. */
const VERSION = 1;
/** A comment of a forge has no longer line; UTF-16 code units. */
const MOST_LINE = 65_536;
const [START, END] = ["<!-- sluice receipt ", " -->"];

const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const word = z.string().min(1).max(200);

const receiptSchema = z.strictObject({
  v: z.literal(VERSION),
  verdict: z.enum(["apply", "discard"]),
  state: z.enum(HELD_STATES),
  /** The whole ids of the actions. */
  actions: z
    .array(z.string().regex(/^[0-9a-f]{16,64}$/))
    .min(1)
    .max(3000),
  plan: sha256Hex,
  head: commit,
  /** The login of who decided. */
  by: word,
  /** Milliseconds since 1970. */
  at: z.int().min(0).max(8.64e15),
  /** The comment or the edit that decided, in the words of the forge: each counts once. */
  source: word,
  reason: z.string().max(MOST_REASON),
  /** The rule that held the actions, if it is one. */
  rule: z.string().max(1000).optional(),
  /** The commit that has them, if they were written. */
  commit: commit.optional(),
});

/** The answer to a decision; one for all actions of which all of it is the same. */
export type Receipt = Readonly<Omit<z.infer<typeof receiptSchema>, "v">>;

/** The receipts of a comment. */
export interface ReadReceipts {
  readonly receipts: readonly Receipt[];
  /** The reasons why lines were ignored. */
  readonly ignored: readonly string[];
}

/**
 * Returns a receipt as a line that is not shown. It is ASCII, and has no sign that could end the comment of HTML, call
 * somebody or close an issue.
 */
export function receiptLine(receipt: Receipt): string {
  const json = canonicalJson(receiptSchema.parse({ ...receipt, v: VERSION }));
  const line = `${START}${json.replace(UNSAFE, escaped)}${END}`;
  if (line.length > MOST_LINE) throw new RangeError("A receipt is longer than a comment.");
  return line;
}

const UNSAFE = /[^ -~]|[<>&@#!]|-(?=-)/g;

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Reads the receipts of a comment. That the comment is ours, and was never edited, is for the caller to know. */
export function readReceipts(comment: string): ReadReceipts {
  const receipts: Receipt[] = [];
  const ignored: string[] = [];
  for (const [index, line] of comment.split(/\r?\n/).entries()) {
    if (!line.startsWith(START)) continue;
    const read = receiptOf(line);
    if (typeof read === "string") ignored.push(`The receipt in line ${index + 1} ${read}.`);
    else receipts.push(read);
  }
  return { receipts, ignored };
}

/** Returns the receipts of a plan: those of our own comments that nobody has edited, the oldest first. */
export function receiptsOf(thread: readonly ThreadComment[], plan: string): readonly Receipt[] {
  const own = thread.filter(({ isOwn, isEdited }) => isOwn && !isEdited);
  return own.flatMap(({ body }) => readReceipts(body).receipts).filter((one) => one.plan === plan);
}

function receiptOf(line: string): Receipt | string {
  if (line.length > MOST_LINE || !line.endsWith(END)) return "is no receipt";
  let value: unknown;
  try {
    value = JSON.parse(line.slice(START.length, -END.length));
  } catch {
    return "is no JSON"; // It is told, and counts for nothing.
  }
  const version = z.looseObject({ v: z.unknown() }).safeParse(value).data?.v;
  if (version !== VERSION) return "is of another version of Sluice";
  const { data } = receiptSchema.safeParse(value);
  if (data === undefined) return "has not the shape of one";
  const { v: _version, ...receipt } = data;
  return receiptLine(receipt) === line ? receipt : "is not as Sluice writes it";
}

/** Returns the sentence of a receipt that people see; Markdown. */
export function receiptSentence(receipt: Receipt): string {
  const { state, actions, by, at, reason, rule, commit: sha, verdict } = receipt;
  const which =
    actions.length === 1
      ? `Action \`${actions[0]?.slice(0, 12)}\``
      : countOf(actions.length, "action");
  const held = rule === undefined ? "" : ` (rule ${markdownText(rule)})`;
  const end = sha === undefined ? "" : ` (commit ${sha.slice(0, 10)})`;
  const who = `**${markdownText(by)}** wants to ${verdict} it, ${minuteText(at)}`;
  const shown = actions.length === 1 ? who : who.replace(" it,", " them,");
  return `${which}${held}: **${state}**. ${shown}: ${markdownText(reason)}${end}`;
}
