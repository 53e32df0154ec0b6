import type picocolors from "picocolors";
import { countOf } from "../shared/count-of.ts";
import { terminalLine } from "./terminal-text.ts";

/** One thing that was looked at, as it is shown. */
interface Shown {
  readonly about: string;
  readonly state: "ok" | "note" | "broken";
  readonly message: string;
  readonly remedy?: string;
}

/** Returns the findings of `sluice doctor` as lines, each problem with its remedy, and their sum. */
export function prettyFindings(
  findings: readonly Shown[],
  {
    onlyFaults,
    colors,
  }: { onlyFaults: boolean; colors: ReturnType<typeof picocolors.createColors> },
): string {
  const paint = { ok: colors.green, note: colors.yellow, broken: colors.red };
  const width = Math.max(0, ...findings.map(({ about }) => about.length));
  const indent = " ".repeat("broken".length + width + 4);
  const shown = onlyFaults ? findings.filter(({ state }) => state !== "ok") : findings;
  const lines = shown.flatMap(({ about, state, message, remedy }) => [
    `${paint[state](state.padEnd("broken".length))}  ${about.padEnd(width)}  ${terminalLine(message)}`,
    ...(remedy === undefined ? [] : [`${indent}→ ${terminalLine(remedy)}`]),
  ]);
  const count = (wanted: string) => findings.filter(({ state }) => state === wanted).length;
  return [...lines, `${count("broken")} broken, ${countOf(count("note"), "note")}.`, ""].join("\n");
}
