/** The plan and the commit that a list of held actions is about. */
export interface ListedPlan {
  /** The digest of the plan: 64 hex digits. */
  readonly plan: string;
  /** A commit. */
  readonly head: string;
  /** The time of the list; milliseconds since 1970. */
  readonly at: number;
  /** The number of the run of CI that keeps the plan; undefined if it is not known. */
  readonly run?: string | undefined;
}

/** The line that is not shown after a list of held actions. */
export const HELD_END = "<!-- sluice held end -->";

/** The beginning of the line that is not shown before a list of held actions. */
export const HELD_BEGINNING = "<!-- sluice held plan=";

const MARKER =
  /^<!-- sluice held plan=([0-9a-f]{64}) head=([0-9a-f]{40}|[0-9a-f]{64}) at=(0|[1-9]\d{0,14})(?: run=(\d{1,15}))? -->$/;

/** Returns the line that is not shown before a list of held actions. */
export function heldMarker({ plan, head, at, run }: ListedPlan): string {
  const where = run === undefined ? "" : ` run=${run}`;
  const line = `${HELD_BEGINNING}${plan} head=${head} at=${at}${where} -->`;
  if (!MARKER.test(line)) throw new TypeError("A list of held actions is of a plan and a commit.");
  return line;
}

/** Returns the lines of the first list of held actions in a comment, without the two that enclose it. */
export function findHeldList(
  comment: string,
): (ListedPlan & { readonly lines: readonly string[] }) | undefined {
  const lines = comment.split(/\r?\n/);
  const start = lines.findIndex((line) => MARKER.test(line));
  const [, plan, head, at, run] = MARKER.exec(lines[start] ?? "") ?? [];
  if (plan === undefined || head === undefined) return undefined;
  const end = lines.indexOf(HELD_END, start);
  if (end < 0) return undefined;
  return { plan, head, at: Number(at), run, lines: lines.slice(start + 1, end) };
}

/** Returns the beginning of the line of an action that people decide with a box. */
export function boxLine(id: string, isTicked: boolean): string {
  return `- [${isTicked ? "x" : " "}] \`${id}\``;
}

/** A box of a list. */
export interface Box {
  /** The beginning of the id of an action. */
  readonly id: string;
  readonly isTicked: boolean;
}

/**
 * Reads the box of a line of a list; undefined if it has none. Diffs in a list are indented, so that they have none.
 */
export function boxOf(line: string): Box | undefined {
  const [, tick, id] = /^- \[([ xX])\] `([0-9a-f]{12,64})`(?= |$)/.exec(line) ?? [];
  return id === undefined ? undefined : { id, isTicked: tick !== " " };
}
