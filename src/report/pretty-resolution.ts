import type { Resolution } from "../model/past/resolution.ts";
import { terminalLine } from "./terminal-text.ts";

/** Returns the outcome of `sluice resolve` for people. */
export function prettyResolution(resolution: Resolution): string {
  const { hint } = resolution;
  const lines = [...bodyLines(resolution), ...(hint === undefined ? [] : [`hint: ${hint}`])];
  return `${lines.map(terminalLine).join("\n")}\n`;
}

function bodyLines({ run, action, resolved, problems }: Resolution): readonly string[] {
  if (action === undefined || run === undefined) return problems;
  const name = `${action.id} of the run ${run} (${action.label})`;
  if (resolved === undefined)
    return [
      `The action ${name} was not applied, nothing was written:`,
      ...problems.map((problem) => `  ${problem}`),
    ];
  if (resolved.verdict === "discard") return [`Discarded ${name}.`];
  return [
    `Applied ${name}.`,
    ...action.files.map((path) => `  ${path}`),
    ...problems.map((problem) => `warning: ${problem}`),
    ...(resolved.by === null ? [] : [`To take it back: sluice undo ${resolved.by}`]),
  ];
}
