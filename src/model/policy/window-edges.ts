import type { RuleWindow } from "./rule-window.ts";

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

/** Returns an instant as it is shown: `2026-12-20T00:00:00Z`. */
export function instantText(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}
