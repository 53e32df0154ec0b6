/** An edge of a window, as it is written and as the instant that it is. */
export interface WindowEdge {
  readonly written: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The time in which a guard or a rule counts: `from` <= now < `until`. At least one of them. */
export interface RuleWindow {
  readonly from?: WindowEdge;
  readonly until?: WindowEdge;
}

/** The key of an edge: `from` names a rule that does not count yet, `until` one that counts no longer. */
export type WindowKey = keyof RuleWindow;

/** The time by which rules count, in milliseconds since 1970; `none`: no window is open; `any`: all of them are. */
export type DecisionTime = number | "none" | "any";

/** Returns the edge by which a window is not open; undefined if it is open, or if there is no window. */
export function closedBy(window: RuleWindow | undefined, now: DecisionTime): WindowKey | undefined {
  if (window === undefined || now === "any") return undefined;
  const { from, until } = window;
  if (now === "none") return from === undefined ? "until" : "from";
  if (from !== undefined && now < from.at) return "from";
  return until !== undefined && now >= until.at ? "until" : undefined;
}

/** True if one window is open whenever the other one is. */
export function covers(one: RuleWindow | undefined, other: RuleWindow | undefined): boolean {
  if (one === undefined) return true;
  const [start, end] = edgesOf(one);
  const [otherStart, otherEnd] = edgesOf(other ?? {});
  return start <= otherStart && otherEnd <= end;
}

function edgesOf({ from, until }: RuleWindow): readonly [start: number, end: number] {
  return [from?.at ?? Number.NEGATIVE_INFINITY, until?.at ?? Number.POSITIVE_INFINITY];
}
