import type { ChosenAction, Resolution } from "../../model/past/resolution.ts";
import { countOf } from "../../shared/count-of.ts";
import { rootOption } from "../held-advice.ts";
import { terminalLine } from "../terminal-text.ts";

/** The number of files of an action that are listed. */
const MOST_FILES = 20;

/** Returns the outcome of `sluice resolve` for people. `root` is the root of the run, if it is not the current one. */
export function prettyResolution(resolution: Resolution, root?: string): string {
  const { hint } = resolution;
  const lines = [
    ...bodyLines(resolution, rootOption(root)),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  return `${lines.map(terminalLine).join("\n")}\n`;
}

function bodyLines(
  { run, actions, action, problems }: Resolution,
  option: string,
): readonly string[] {
  if (run === undefined) return problems;
  const [only] = actions;
  const isOne = action !== undefined && only !== undefined;
  const otherProblems = isOne && only.resolved === undefined ? [] : problems;
  return [
    ...actions.flatMap((one) => linesOf(one, run, isOne ? problems : one.problems)),
    ...(isOne ? [] : summaryLines(actions)),
    ...otherProblems.map((problem) => `warning: ${problem}`),
    ...undoLines(actions, option),
  ];
}

function linesOf(
  { id, label, files, resolved }: ChosenAction,
  run: string,
  problems: readonly string[],
): readonly string[] {
  const name = `${id} of the run ${run} (${label})`;
  if (resolved === undefined)
    return [
      `The action ${name} was not applied, and stays held:`,
      ...problems.map((problem) => `  ${problem}`),
    ];
  if (resolved.verdict === "discard") return [`Discarded ${name}.`];
  const more = files.length - MOST_FILES;
  return [
    `Applied ${name}.`,
    ...files.slice(0, MOST_FILES).map((path) => `  ${path}`),
    ...(more > 0 ? [`  and ${countOf(more, "more file")}`] : []),
  ];
}

function summaryLines(actions: readonly ChosenAction[]): readonly string[] {
  const count = (verdict: "apply" | "discard") =>
    actions.filter(({ resolved }) => resolved?.verdict === verdict).length;
  const pendingCount = actions.filter(({ resolved }) => resolved === undefined).length;
  const parts = [
    ...(count("apply") > 0 ? [`${count("apply")} applied`] : []),
    ...(count("discard") > 0 ? [`${count("discard")} discarded`] : []),
    ...(pendingCount > 0 ? [`${pendingCount} still held`] : []),
  ];
  return [`${countOf(actions.length, "action")}: ${parts.join(", ")}.`];
}

function undoLines(actions: readonly ChosenAction[], option: string): readonly string[] {
  const by = actions.find(({ resolved }) => resolved?.by != null)?.resolved?.by;
  return by === undefined || by === null ? [] : [`To take it back: sluice undo ${by}${option}`];
}
