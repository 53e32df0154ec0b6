import { boxOf, findHeldList, type ListedPlan } from "../report/pull/held-marker.ts";

/** The boxes that an edit of a list of held actions has changed, or why the edit counts for nothing. */
export type ReadBoxes =
  | { readonly kind: "none" }
  | (ListedPlan & {
      readonly kind: "boxes";
      /** Beginnings of ids, in the order of the list. */
      readonly ticked: readonly string[];
      readonly unticked: readonly string[];
    })
  | { readonly kind: "fault"; readonly message: string };

const WITHOUT_LIST = "The edit took the list of held actions away, and decides nothing.";
const OTHER_PLAN = "The edit names another plan or commit in the list, and decides nothing.";
const OTHER_TEXT = "The edit changes more of the list than boxes, and decides nothing.";

/**
 * Reads which boxes an edit of our own comment has ticked, from its texts before and after. The text before is that of
 * the forge's event. Nothing else of a comment counts, and an edit of anything else in the list counts for nothing.
 */
export function readBoxes(before: string, after: string): ReadBoxes {
  const [old, fresh] = [findHeldList(before), findHeldList(after)];
  if (old === undefined) return { kind: "none" };
  if (fresh === undefined) return { kind: "fault", message: WITHOUT_LIST };
  if (old.plan !== fresh.plan || old.head !== fresh.head)
    return { kind: "fault", message: OTHER_PLAN };
  if (unticked(old.lines) !== unticked(fresh.lines)) return { kind: "fault", message: OTHER_TEXT };
  const [ticks, removed]: [string[], string[]] = [[], []];
  for (const [index, line] of fresh.lines.entries()) {
    const [was, is] = [boxOf(old.lines[index] ?? ""), boxOf(line)];
    if (was === undefined || is === undefined || was.isTicked === is.isTicked) continue;
    (is.isTicked ? ticks : removed).push(is.id);
  }
  if (ticks.length + removed.length === 0) return { kind: "none" };
  return { kind: "boxes", plan: old.plan, head: old.head, ticked: ticks, unticked: removed };
}

/** Returns a list as if nobody had ticked anything. Forges may change white space at the ends of lines. */
function unticked(lines: readonly string[]): string {
  const plain = lines.map((line) => (boxOf(line) === undefined ? line : `- [ ]${line.slice(5)}`));
  return plain
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
