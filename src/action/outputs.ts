import type { Ending } from "./ending.ts";

/** The outputs of action.yml, and where each comes from. */
export const ACTION_OUTPUTS = {
  outcome: ({ outcome }) => outcome,
  "exit-code": ({ exitCode }) => exitCode,
  applied: ({ totals }) => totals.applied,
  discarded: ({ totals }) => totals.discarded,
  held: ({ totals }) => totals.held,
  failed: ({ totals }) => totals.failed,
  replacements: ({ totals }) => totals.replacements,
  "files-changed": ({ totals }) => totals.filesChanged,
} as const satisfies Readonly<Record<string, (ending: Ending) => string | number>>;

/** Every output of a step, as text for the runner's file. */
export function outputsText(ending: Ending, delimiter: string): string {
  return Object.entries(ACTION_OUTPUTS)
    .map(([name, read]) => outputText(name, String(read(ending)), delimiter))
    .join("");
}

/**
 * One output in the heredoc form of `GITHUB_OUTPUT`. Throws where the value holds the delimiter: what
 * follows could set another output.
 */
export function outputText(name: string, value: string, delimiter: string): string {
  if (value.includes(delimiter))
    throw new Error(`The value of the output ${name} holds the delimiter.`);
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}
