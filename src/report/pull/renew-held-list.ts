import { type HeldItem, type HeldListContent, isOpen, itemText, titleOf } from "./held-list.ts";
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
 * Returns a comment with the list of held actions in it brought up to date: the items of these actions are written anew,
 * and everything else stays. The comment itself if it has no list, or if there is no room.
 */
export function renewHeldList(
  comment: string,
  items: readonly HeldItem[],
  { ids, rulePlaces, length, emptied }: RenewedList,
): string {
  const list = findHeldList(comment);
  if (list === undefined) return comment;
  const blocks = blocksOf(list.lines);
  const short = shortIds(ids);
  const renewed = blocks.map((block) => {
    const [, id = ""] = ITEM.exec(block[0] ?? "") ?? [];
    const item = id === "" ? undefined : items.find(({ action }) => action.id.startsWith(id));
    if (item === undefined) return block;
    const fence = block.findIndex((line) => FENCE.test(line));
    const diff = isOpen(item) && fence >= 0 ? block.slice(fence) : [];
    // A tick may wait for its job.
    const isTicked = boxOf(block[0] ?? "")?.isTicked && !emptied.has(item.action.id);
    return [itemText({ ...item, isTicked }, { short, rulePlaces }), ...diff];
  });
  const text = withTitle(renewed).join("\n");
  const before = list.lines.join("\n");
  if (comment.length - before.length + text.length > length) return comment;
  const whole = comment.replaceAll("\r\n", "\n");
  const place = whole.indexOf(heldMarker(list)) + heldMarker(list).length + 1;
  return whole.slice(0, place) + text + whole.slice(whole.indexOf(`\n${HELD_END}`, place));
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
function withTitle(blocks: readonly (readonly string[])[]): readonly string[] {
  const open = blocks.filter(
    ([line = ""]) => ITEM.test(line) && / \*\*(?:pending|approved|refused)\*\* /.test(line),
  ).length;
  const lines = blocks.flat();
  const more = lines.flatMap((line) => MORE.exec(line)?.[1] ?? []).map(Number);
  const waiting = open + more.reduce((sum, count) => sum + count, 0);
  const at = lines.findIndex((line) => line.startsWith("**"));
  return lines.map((line, index) => (index === at ? titleOf(waiting) : line));
}
