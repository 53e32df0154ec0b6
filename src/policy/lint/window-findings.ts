import type { RuleWindow, WindowKey } from "../../model/policy/rule-window.ts";
import { instantText } from "../../shared/time/instant-text.ts";
import { parseTime } from "../../shared/time/parse-time.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";

/** Returns windows that are over at a time, and edges whose local time is not there once, and once only. */
export function windowFindings({ rule, kind }: RuleInOrder, now: number): readonly RuleFinding[] {
  const { id, window = {} } = rule;
  const { until } = window;
  const shifts = (["from", "until"] as const).flatMap((key) => shiftOf(id, window, key));
  if (until === undefined || now < until.at) return shifts;
  const message = `The ${kind} \`${id}\` is over since ${instantText(until.at)}, and counts no longer.`;
  const hint = "Remove it, or set another `until`.";
  return [
    { rule: id, at: ["until"], code: "window-over", severity: "warning", message, hint },
    ...shifts,
  ];
}

function shiftOf(id: string, window: RuleWindow, key: WindowKey): readonly RuleFinding[] {
  const edge = window[key];
  const read = edge && parseTime(edge.written);
  if (edge === undefined || read === undefined || "fault" in read || read.shift === undefined)
    return [];
  const why = read.shift === "gap" ? "is skipped by the clock" : "is there twice";
  const taken = read.shift === "gap" ? "it counts as" : "the first one counts,";
  const message = `The local time of \`${key}\` of \`${id}\` ${why} on that day: ${taken} ${instantText(edge.at)}.`;
  const hint = "Write it in UTC or with an offset.";
  return [{ rule: id, at: [key], code: "time-shifted", severity: "warning", message, hint }];
}
