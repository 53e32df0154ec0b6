import type { Report } from "../model/report/report.ts";
import { isDryRun } from "../model/run-kind.ts";
import { countOf } from "../shared/count-of.ts";

/** Returns the commands that end the held actions of a run, for people; none for a dry run, which holds nothing. */
export function heldAdvice({ run, actions }: Report): readonly string[] {
  const held = actions.filter(({ state }) => state === "held");
  if (isDryRun(run.command) || held.length === 0) return [];
  const [only] = held.length === 1 ? held : [];
  const verb = held.length === 1 ? "waits" : "wait";
  const command = `sluice resolve ${run.id} ${only?.id ?? "--all"} apply --reason "…"`;
  const end =
    only === undefined
      ? `To end them: ${command}, or name one in the place of --all`
      : `To end it: ${command}`;
  return [
    `${countOf(held.length, "action")} ${verb} for a decision. To look: sluice runs ${run.id}`,
    end,
  ];
}
