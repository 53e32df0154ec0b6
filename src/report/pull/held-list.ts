import type { HeldState } from "../../model/forge/held-state.ts";
import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { shorten } from "../../shared/shorten.ts";
import { minuteText } from "../../shared/time/instant-text.ts";
import type { PartLimit } from "../comment/commented-report.ts";
import { diffBlock } from "../comment/diff-block.ts";
import { firstThatFit, roomForRest } from "../comment/first-that-fit.ts";
import { fileWords } from "../file-words.ts";
import { codeBlock, markdownText } from "../markdown-text.ts";
import { boxLine, HELD_END, heldMarker, type ListedPlan } from "./held-marker.ts";
import { type RulePlaces, ruleText } from "./rule-text.ts";
import { shortIds } from "./short-ids.ts";

/** A decision of a person about a held action. */
interface HeldDecision {
  readonly verdict: "apply" | "discard";
  /** What became of it. */
  readonly state: HeldState;
  /** A login. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reason: string;
}

/** A held action, and what people made of it. */
export interface HeldItem {
  readonly action: ActionReport;
  readonly state: HeldState;
  /** In the order of time. */
  readonly decisions: readonly HeldDecision[];
  /** The reason of the state, in sentences; undefined if the decisions say it all. */
  readonly why?: string | undefined;
  /** True if one person is enough, and the forge tells who has ticked a box. */
  readonly hasBox: boolean;
  /** A person has ticked the box, and it is not decided yet. */
  readonly isTicked?: boolean | undefined;
}

/** What the items of a list have in common. */
interface ItemContext {
  /** The beginnings of ids, by the ids. */
  readonly short: ReadonlyMap<string, string>;
  readonly rulePlaces: RulePlaces;
}

/** The list of what is held, before it is text. */
export interface HeldListContent extends ListedPlan {
  readonly items: readonly HeldItem[];
  /** The ids of all actions of the plan, which a beginning of an id has to tell apart. */
  readonly ids: readonly string[];
  readonly rulePlaces: RulePlaces;
  /** Who may decide, in a sentence. */
  readonly deciders: string;
}

const [LABEL_LENGTH, REASON_LENGTH] = [160, 400];
const [MOST_FILES, MOST_DIFFS, MOST_DECISIONS] = [5, 3, 5];
/** The states in which people decide. */
const OPEN: readonly HeldState[] = ["pending", "approved", "refused"];

/**
 * Returns the list of held actions as Markdown: a box for each that waits, with its id, rule, reason and files, then
 * its diff while there is room, and the lines to write in a comment. Two lines that are not shown enclose the list.
 * Empty if nothing is held, or if there is no room for anything.
 */
export function heldList(content: HeldListContent, { length, elsewhere }: PartLimit): string {
  const { items, ids, rulePlaces } = content;
  if (items.length === 0) return "";
  const head = [heldMarker(content), titleOf(items.filter(isOpen).length)];
  const short = shortIds([...ids, ...items.map(({ action }) => action.id)]);
  const tail = [howTo(content, short), HELD_END];
  const frame = [...head, ...tail].join("\n\n").length + roomForRest(elsewhere);
  if (frame > length) return "";
  const texts = items.map((item) => itemText(item, { short, rulePlaces }));
  const { shown, left } = firstThatFit(texts, length - frame);
  const used = shown.reduce((sum, text) => sum + text.length + 1, 0);
  const withDiffs = withSomeDiffs(shown, items, length - frame - used);
  const more = left === 0 ? "" : `${countOf(left, "more action")}; ${elsewhere}.`;
  const parts = [...head, withDiffs.join("\n"), more, ...tail];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Returns the list of a plan that holds nothing any more. */
export function emptyHeldList(listed: ListedPlan): string {
  return [heldMarker(listed), titleOf(0), HELD_END].join("\n\n");
}

/** Returns the first line of a list. */
export function titleOf(waiting: number): string {
  if (waiting === 0) return "**Nothing waits for a person any more**";
  return `**${countOf(waiting, "action waits", "actions wait")} for a person**`;
}

/** True if people may still decide. */
export function isOpen({ state }: HeldItem): boolean {
  return OPEN.includes(state);
}

/** Returns one item of a list; without its diff. */
export function itemText(item: HeldItem, { rulePlaces, short }: ItemContext): string {
  const { action, state, decisions, why, hasBox, isTicked = false } = item;
  const id = short.get(action.id) ?? action.id;
  const named = isId(id) ? `\`${id}\`` : markdownText(shorten(id, LABEL_LENGTH));
  const isBox = hasBox && isOpen(item) && isId(id);
  const begin = isBox ? boxLine(id, isTicked || state === "approved") : `- ${named}`;
  const files = boundedList(fileWords(action.facts), MOST_FILES);
  const rule = `rule ${ruleText(action, rulePlaces)}: ${whyOf(action) ?? ""}`;
  const told = decisions.slice(-MOST_DECISIONS).map(decisionText);
  const older = decisions.length - told.length;
  return [
    `${begin} **${state}** ${labelText(action)}\\`,
    `  ${markdownText(shorten(rule, REASON_LENGTH))}${files === "" ? "" : "\\"}`,
    ...(files === "" ? [] : [`  ${markdownText(shorten(files, REASON_LENGTH))}`]),
    ...(older > 0 ? [`  - ${countOf(older, "earlier decision")}`] : []),
    ...told,
    ...(why === undefined ? [] : [`  - ${markdownText(shorten(why, REASON_LENGTH))}`]),
  ].join("\n");
}

/** Returns the label of an action as an item has it. */
export function labelText({ label }: ActionReport): string {
  return markdownText(shorten(label, LABEL_LENGTH));
}

function decisionText({ verdict, state, by, at, reason }: HeldDecision): string {
  const who = `${markdownText(shorten(by, LABEL_LENGTH))}, ${minuteText(at)}`;
  return `  - **${verdict}** (${state}), ${who}: ${markdownText(shorten(reason, REASON_LENGTH))}`;
}

/** Adds diffs, indented into the items, to the first ones that are open while there is room. */
function withSomeDiffs(
  texts: readonly string[],
  items: readonly HeldItem[],
  length: number,
): readonly string[] {
  let left = length;
  return texts.map((text, at) => {
    const item = items[at];
    if (item === undefined || !isOpen(item) || left <= 0) return text;
    const added = diffLines(item)
      .map((line) => `\n${line}`)
      .join("");
    if (added === "" || added.length > left) return text;
    left -= added.length;
    return `${text}${added}`;
  });
}

/** Returns the diff of an item: no line of it begins where a box does, and none is blank, which would end the item. */
export function diffLines({ action }: Pick<HeldItem, "action">): readonly string[] {
  const blocks = action.files.slice(0, MOST_DIFFS).map(({ diff }) => diffBlock(diff));
  return blocks.flatMap((block) => block.split(/\n+/)).map((line) => `  ${line}`);
}

/** Returns one item for a list that has no room: of one that has ended, only its state. */
export function shortItemText(item: HeldItem, context: ItemContext): string {
  const [first = "", ...rest] = itemText(item, context).split("\n");
  if (isOpen(item)) return [first, ...rest].join("\n");
  return first.replace(/\\$/, "");
}

function howTo({ items, deciders }: HeldListContent, short: ItemContext["short"]): string {
  const open = items.filter(isOpen);
  const [first] = open;
  if (first === undefined) return "";
  const id = short.get(first.action.id) ?? first.action.id;
  const word = isId(id) ? id : "<id>";
  const lines = [
    `/sluice apply ${word} because …`,
    `/sluice discard ${word} because …`,
    ...(open.length > 1 ? ["/sluice apply --all because …"] : []),
  ];
  const who = markdownText(shorten(deciders, REASON_LENGTH));
  const way = open.some(({ hasBox }) => hasBox)
    ? "Tick a box to apply an action, or write in a comment"
    : "Write in a comment";
  return `${who} ${way}:\n\n${codeBlock(lines.join("\n"))}`;
}

/** The report of a stranger has ids of its own. */
function isId(id: string): boolean {
  return /^[0-9a-f]{12,64}$/.test(id);
}
