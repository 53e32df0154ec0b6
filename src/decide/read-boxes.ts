import { type Box, boxOf, findHeldList } from "../report/pull/held-marker.ts";

/** The boxes that an edit of a list of held actions has ticked, or why the edit counts for nothing. */
export type ReadBoxes =
  | { readonly kind: "none" }
  | {
      readonly kind: "boxes";
      /** The digest of the plan of the list. */
      readonly plan: string;
      /** Beginnings of ids, in the order of the list. */
      readonly ticked: readonly string[];
    }
  | { readonly kind: "fault"; readonly message: string };

const WITHOUT_LIST = "The edit took the list of held actions away, and decides nothing.";
const OTHER_PLAN = "The edit names another plan or commit in the list, and decides nothing.";
const OTHER_TEXT = "The edit changes more of the list than boxes, and decides nothing.";

/**
 * Reads which boxes an edit of our own comment has ticked, from its texts before and after, as the event of the forge
 * has them. Nothing else of a comment counts, and an edit of anything else in the list counts for nothing.
 */
export function readBoxes(before: string, after: string): ReadBoxes {
  const [old, fresh] = [findHeldList(before), findHeldList(after)];
  if (old === undefined) return { kind: "none" };
  if (fresh === undefined) return { kind: "fault", message: WITHOUT_LIST };
  const { lines: was, ...listed } = old;
  const { lines: is, ...other } = fresh;
  if (JSON.stringify(listed) !== JSON.stringify(other))
    return { kind: "fault", message: OTHER_PLAN };
  if (unticked(was) !== unticked(is)) return { kind: "fault", message: OTHER_TEXT };
  const ticked = is.flatMap((line, index) => {
    const box = boxOf(line);
    return box?.isTicked && boxOf(was[index] ?? "")?.isTicked === false ? [box.id] : [];
  });
  return ticked.length === 0 ? { kind: "none" } : { kind: "boxes", plan: old.plan, ticked };
}

/** Returns the boxes that the list of a plan has now; undefined if the comment has no such list. */
export function boxesNow(comment: string, plan: string): readonly Box[] | undefined {
  const list = findHeldList(comment);
  if (list?.plan !== plan) return undefined;
  return list.lines.flatMap((line) => boxOf(line) ?? []);
}

/** Returns a list as if nobody had ticked anything. Forges may change white space at the ends of lines. */
function unticked(lines: readonly string[]): string {
  const plain = lines.map((line) => (boxOf(line) === undefined ? line : `- [ ]${line.slice(5)}`));
  return plain
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
