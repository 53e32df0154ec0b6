import type { ExplainedCondition } from "../../model/policy/explanation.ts";
import { closedBy, type DecisionTime, type RuleWindow } from "../../model/policy/rule-window.ts";
import { instantText } from "../../shared/time/instant-text.ts";

/** Explains the edges of a window as conditions: `until: 2026-12-27 — found 2027-01-05T08:00:00Z, over since …`. */
export function explainWindow(
  window: RuleWindow | undefined,
  now: DecisionTime,
): readonly ExplainedCondition[] {
  const { from, until } = window ?? {};
  const edges = [
    from && { name: "from", edge: from, window: { from }, why: "not before" },
    until && { name: "until", edge: until, window: { until }, why: "over since" },
  ];
  return edges.flatMap((each): ExplainedCondition[] => {
    if (each === undefined) return [];
    const { name, edge, why } = each;
    const isOpen = closedBy(each.window, now) === undefined;
    const time = typeof now === "number" ? instantText(now) : `${now} time`;
    const found = isOpen ? time : `${time}, ${why} ${instantText(edge.at)}`;
    return [{ name, wanted: edge.written, outcome: isOpen ? "holds" : "fails", found }];
  });
}
