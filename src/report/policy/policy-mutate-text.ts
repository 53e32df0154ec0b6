import type { Colors } from "picocolors/types.js";
import type { MutatedPolicy, Survivor } from "../../model/policy/mutations.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";

/** The most changes that are shown. */
const MOST_SHOWN = 100;

/** Returns the changes of a policy that no test notices, for people. */
export function policyMutateText(
  { survivors, tried, killed, score, isCut }: MutatedPolicy,
  colors: Colors,
): string {
  const more = survivors.length - MOST_SHOWN;
  const cut = "The policy and its tests are so large that the last changes were not tried.";
  return [
    ...survivors.slice(0, MOST_SHOWN).map((survivor) => lineOf(survivor, colors)),
    ...(more > 0 ? [`And ${countOf(more, "more change")} that no test notices.`] : []),
    ...(isCut ? [cut] : []),
    `${countOf(tried, "change")}, ${killed} noticed by a test · score ${score} %`,
    "",
  ].join("\n");
}

function lineOf({ rule, change, path, line, column }: Survivor, colors: Colors): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(":");
  const what = `no test notices \`${rule}\` ${change}`;
  return `${colors.bold(terminalLine(place))}: ${terminalLine(what)}`;
}
