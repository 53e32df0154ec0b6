import type { StepOutcome } from "./step-outcome.ts";

/** The outputs of action.yml, each with its source. */
export const ACTION_OUTPUTS = {
  outcome: ({ outcome }) => outcome,
  "exit-code": ({ exitCode }) => exitCode,
  applied: ({ totals }) => totals.applied,
  warned: ({ totals }) => totals.warned ?? 0,
  discarded: ({ totals }) => totals.discarded,
  held: ({ totals }) => totals.held,
  failed: ({ totals }) => totals.failed,
  replacements: ({ totals }) => totals.replacements,
  "files-changed": ({ totals }) => totals.filesChanged,
  "changed-files": ({ products }) => listText(products.changedFiles),
  patch: ({ products }) => products.patch,
  plan: ({ products }) => products.plan,
  report: ({ products }) => products.report,
} as const satisfies Readonly<Record<string, (outcome: StepOutcome) => string | number>>;

/** The most bytes of a list: an output becomes a variable of a later step, and Linux starts nothing with 128 KiB. */
const LIST_BYTES = 120 * 1024;

function listText(list: readonly string[]): string {
  const text = JSON.stringify(list);
  return Buffer.byteLength(text) > LIST_BYTES ? "" : text;
}

/** Returns every output of a step, as text for the runner's file. */
export function outputsText(outcome: StepOutcome, delimiter: string): string {
  return Object.entries(ACTION_OUTPUTS)
    .map(([name, read]) => outputText(name, String(read(outcome)), delimiter))
    .join("");
}

/**
 * Returns one output in the heredoc form of `GITHUB_OUTPUT`. Throws if the value holds the delimiter: the rest of the
 * value could set another output.
 */
export function outputText(name: string, value: string, delimiter: string): string {
  if (value.includes(delimiter))
    throw new Error(`The value of the output ${name} holds the delimiter.`);
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}
