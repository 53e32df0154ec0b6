import { type ActionReport, isWarned, whyOf } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { shorten } from "../../shared/shorten.ts";
import type { PartLimit } from "../comment/commented-report.ts";
import { boundedTable } from "./bounded-table.ts";
import { type RulePlaces, ruleText } from "./rule-text.ts";

const HEAD = "| Verdict | Rule | Actions | Files | Reason |\n| --- | --- | ---: | ---: | --- |\n";
const REASON_LENGTH = 240;

/** In the order of the table: what is in the branch comes first. */
const VERDICTS = ["applied", "applied, warned", "failed", "held", "discarded"] as const;

/** Returns a table of what each rule has decided: what was let in, held and discarded, with counts. */
export function ruleTable(
  actions: readonly ActionReport[],
  rulePlaces: RulePlaces,
  limit: PartLimit,
): string {
  const groups = new Map<string, ActionReport[]>();
  const ordered = VERDICTS.flatMap((verdict) =>
    actions.filter((action) => verdictOf(action) === verdict),
  );
  for (const action of ordered)
    addTo(groups, JSON.stringify([verdictOf(action), action.ruleId ?? ""]), action);
  const rows = [...groups.values()].map((group): readonly string[] => {
    const [first] = group;
    if (first === undefined) return [];
    const files = new Set(group.flatMap(({ facts }) => facts.files)).size;
    const counts = [`${group.length}`, `${files}`];
    return [verdictOf(first), ruleText(first, rulePlaces), ...counts, reasonOf(group)];
  });
  return boundedTable({ head: HEAD, rows, noun: "rule" }, limit);
}

/** Returns the outcome in the words of people who look at a branch, in which what was let in is. */
function verdictOf(action: ActionReport): (typeof VERDICTS)[number] {
  const { state } = action;
  if (state === "held" || state === "failed" || state === "discarded") return state;
  return isWarned(action) ? "applied, warned" : "applied";
}

/** Rules may give each action a reason of its own. */
function reasonOf(group: readonly ActionReport[]): string {
  const reasons = [...new Set(group.map((action) => whyOf(action) ?? ""))];
  const others = reasons.length - 1;
  const more = others > 0 ? ` (and ${countOf(others, "other reason")})` : "";
  return `${shorten(reasons[0] ?? "", REASON_LENGTH)}${more}`;
}
