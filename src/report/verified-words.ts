import type { LeftoverReport, Report } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";

/** Returns how much of a tree is accounted for; undefined unless the command is `verify`. */
export function verifiedSummary({ verified }: Pick<Report, "verified">): string | undefined {
  if (verified === undefined) return undefined;
  const { base, accepted, left } = verified;
  const all = `${countOf(accepted, "difference")} from ${base.slice(0, 10)}`;
  const verb = accepted === 1 ? "is" : "are";
  const others = left.length === 0 ? "and nothing else differs" : `${left.length} others:`;
  return `${all} ${verb} accounted for, ${others}`;
}

/** Returns a line about a difference: what became of it, the path, what differs, the reason and its rule. */
export function leftoverWords(one: LeftoverReport): string {
  const { path, kind, reason, ruleId, at } = one;
  const place = at === undefined ? "" : `, ${at}`;
  const rule = ruleId === undefined ? "" : ` [rule ${ruleId}${place}]`;
  return `${outcomeOf(one)} ${path} (${kind}): ${reason}${rule}`;
}

const WORDS = { apply: "accepted", discard: "refused", hold: "held" } as const;

function outcomeOf({ verdict, isReverted }: LeftoverReport): string {
  const word = verdict === undefined ? "refused" : WORDS[verdict];
  return isReverted ? `${word}, and taken back:` : word;
}
