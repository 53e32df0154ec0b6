import type { ActionReport } from "../../model/report/report.ts";
import { shorten } from "../../shared/shorten.ts";

/** The places of the rules of a policy, by their ids: `sluice.policy.yaml:12`. */
export type RulePlaces = ReadonlyMap<string, string>;

/** The most characters of the id of a rule, and of its place. */
const [ID_LENGTH, PLACE_LENGTH] = [80, 120];

/** Returns the rule that decided an action, and its place: `generated (sluice.policy.yaml:12)`. */
export function ruleText({ ruleId }: Pick<ActionReport, "ruleId">, rulePlaces: RulePlaces): string {
  if (ruleId === undefined) return "–";
  const place = rulePlaces.get(ruleId);
  const where = place === undefined ? "" : ` (${shorten(place, PLACE_LENGTH)})`;
  return `${shorten(ruleId, ID_LENGTH)}${where}`;
}
