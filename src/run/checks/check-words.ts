import type { Alert } from "../../model/alert.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import { checkOutcome } from "../../model/report/check-outcome.ts";
import type { CheckRunReport } from "../../model/report/report.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { shown } from "../../shared/shown.ts";

/** The lines at the end of an output that a reason repeats. */
const LINES = 2;

/** Returns why a check failed, with the end of its output: ``Check `types` failed (exit code 2): …``. */
export function failureText(run: CheckRunReport, manner = ""): string {
  // What numbers say is all that there is to say.
  const lines = run.counted?.after === undefined ? lastLines(run.output) : "";
  return `Check \`${run.name}\` ${shown(checkOutcome(run))}${manner}${lines === "" ? "." : `: ${lines}`}`;
}

/** Returns why an action does not stand that no check has proved. */
export function unprovenText({ name }: Pick<PolicyCheck, "name">, why: string): string {
  return `Check \`${name}\` did not prove it: ${sentence(why)}`;
}

/** Returns what became of an action that could not be taken back. `failure`: why it was to be. */
export function stuckText(failure: string, why: string): string {
  return `${sentence(failure)} It could not be taken back, and its files stay as they are: ${sentence(why)}`;
}

/** Returns what became of an action that was to stand, and was out of the tree for a search. */
export function lostText(why: string): string {
  return `Taken back while a check looked for others, and could not be written again: ${sentence(why)}`;
}

/** Returns a text with a full stop. */
export function sentence(text: string): string {
  return text.replace(/\.?$/, ".");
}

/** The most files that an alert names. */
const MOST_NAMED = 10;

/** A file of the run itself that a check changes is not what the policy has decided on. */
export function wroteAlert(
  name: string,
  wrote: readonly string[],
  files: ReadonlySet<string>,
): Alert {
  const isOwn = wrote.some((path) => files.has(path));
  const told = "A check may only look; the report does not have these changes.";
  const message = `The check \`${name}\` wrote files: ${boundedList(wrote, MOST_NAMED)}. ${told}`;
  return { level: isOwn ? "error" : "warn", code: "check-wrote", message };
}

/** Returns the last lines that are not blank, without escape sequences. */
function lastLines(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds escape sequences
  const plain = output.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "");
  const lines = plain.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  return lines
    .slice(-LINES)
    .map((line) => shown(line.trim()))
    .join("; ");
}
