import {
  diffLines,
  type HeldItem,
  type HeldListContent,
  isOpen,
  itemText,
  labelText,
  shortItemText,
  titleOf,
} from "./held-list.ts";
import { boxOf, findHeldList, HELD_END, heldMarker } from "./held-marker.ts";
import { shortIds } from "./short-ids.ts";

/** The first line of an item; a diff and everything else of one are indented. */
const ITEM = /^- (?:\[[ xX]\] )?`([0-9a-f]{12,64})`(?= |$)/;
const FENCE = /^ {2}`{3,}/;
const MORE = /^(\d+) more actions?; /;

/** The change of a list, and what its items are written with. */
export interface RenewedList extends Pick<HeldListContent, "ids" | "rulePlaces"> {
  /** The most UTF-16 code units of the comment. */
  readonly length: number;
  /** The ids of actions whose boxes lose their ticks: they have been decided. */
  readonly emptied: ReadonlySet<string>;
}

/**
 * Returns a comment with the list of held actions in it brought up to date: the items of these actions are written
 * anew, also their diffs, which somebody may have edited, and everything else stays. What has no room loses its diffs,
 * then what is told of ended actions. The comment itself if it has no list, or if there is no room.
 */
export function renewHeldList(
  comment: string,
  items: readonly HeldItem[],
  { ids, rulePlaces, length, emptied }: RenewedList,
): string {
  const list = findHeldList(comment);
  if (list === undefined) return comment;
  const blocks = blocksOf(list.lines);
  const context = { short: shortIds(ids), rulePlaces };
  const named = new Set<HeldItem>();
  const listed = blocks.map((block) => {
    const [, id = ""] = ITEM.exec(block[0] ?? "") ?? [];
    const item = id === "" ? undefined : items.find(({ action }) => action.id.startsWith(id));
    if (item === undefined) return { block };
    named.add(item);
    // A tick may wait for its job.
    const isTicked = boxOf(block[0] ?? "")?.isTicked && !emptied.has(item.action.id);
    return { block, item: { ...item, isTicked } };
  });
  const hidden = items.filter((item) => isOpen(item) && !named.has(item)).length;
  const room = length - comment.length + list.lines.join("\n").length;
  const texts = WAYS.map((way) =>
    withTitle(
      listed.map(({ block, item }) => (item === undefined ? block : way(item, context, block))),
      hidden,
    ).join("\n"),
  );
  const text = texts.find((one) => one.length <= room);
  if (text === undefined) return comment;
  const whole = comment.replaceAll("\r\n", "\n");
  const place = whole.indexOf(heldMarker(list)) + heldMarker(list).length + 1;
  return whole.slice(0, place) + text + whole.slice(whole.indexOf(`\n${HELD_END}`, place));
}

type Way = (
  item: HeldItem,
  context: Parameters<typeof itemText>[1],
  block: readonly string[],
) => readonly string[];

const WAYS: readonly Way[] = [
  (item, context, block) => {
    const hasDiff = isOpen(item) && block.some((line) => FENCE.test(line));
    return [itemText(item, context), ...(hasDiff ? diffLines(item) : [])];
  },
  (item, context) => [itemText(item, context)],
  (item, context) => [shortItemText(item, context)],
];

/** True if a list shows an action once, with its own label, and with its own diff if it shows one. */
export function showsAction(comment: string, action: HeldItem["action"]): boolean {
  const blocks = blocksOf(findHeldList(comment)?.lines ?? []);
  const own = blocks.filter(([line = ""]) => {
    const [, id] = ITEM.exec(line) ?? [];
    return id !== undefined && action.id.startsWith(id);
  });
  const [block = []] = own;
  if (own.length !== 1 || !block[0]?.includes(`** ${labelText(action)}`)) return false;
  const fence = block.findIndex((line) => FENCE.test(line));
  const shown = fence < 0 ? [] : block.slice(fence);
  return fence < 0 || textOf(shown) === textOf(diffLines({ action }));
}

/** Forges may change white space at the ends of lines. */
function textOf(lines: readonly string[]): string {
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Splits a list: each item is a block, and so is each line between the items. */
function blocksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let item: string[] | undefined;
  for (const line of lines) {
    const begins = ITEM.test(line);
    if (begins || line === "" || item === undefined || line.startsWith("- ")) {
      const block = [line];
      blocks.push(block);
      item = begins ? block : undefined;
    } else item.push(line);
  }
  return blocks;
}

/** Counts again what waits. */
function withTitle(blocks: readonly (readonly string[])[], hidden: number): readonly string[] {
  const open = blocks.filter(
    ([line = ""]) => ITEM.test(line) && / \*\*(?:pending|approved|refused)\*\* /.test(line),
  ).length;
  const lines = blocks.flat();
  const more = lines.flatMap((line) => MORE.exec(line)?.[1] ?? []).map(Number);
  // What the list leaves out was perhaps decided by its id.
  const left = more.reduce((sum, count) => sum + count, 0);
  const waiting = open + Math.min(left, hidden);
  const at = lines.findIndex((line) => line.startsWith("**"));
  return lines.map((line, index) => (index === at ? titleOf(waiting) : line));
}
