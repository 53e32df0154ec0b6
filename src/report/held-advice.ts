import type { ActionReport, Report } from "../model/report/report.ts";
import { isDryRun } from "../model/run-kind.ts";
import { countOf } from "../shared/count-of.ts";
import { idWord, shellWord } from "../shared/shell-word.ts";
import { terminalLine } from "./terminal-text.ts";

/**
 * Returns the commands that end the held actions of a run, for people; none if no run holds them. `root` is the root of
 * the run, unless they are called there.
 */
export function heldAdvice(report: Report, root?: string): readonly string[] {
  const { run, actions } = report;
  const held = actions.filter(({ state }) => state === "held");
  if (held.length === 0 || !keepsHeld(report)) return [];
  const verb = held.length === 1 ? "waits" : "wait";
  const count = `${countOf(held.length, "action")} ${verb} for a decision`;
  const option = rootOption(root);
  const able = held.map((action) => ({ id: action.id, canApply: hasBytes(action) }));
  return [
    terminalLine(`${count}. To look: sluice runs ${idWord(run.id)} --diff${option}`),
    ...endAdvice(run.id, able, option),
  ];
}

/** Returns the option that commands about a run need, unless they are called in its root. */
export function rootOption(root: string | undefined): string {
  return root === undefined ? "" : ` --root ${shellWord(root)}`;
}

/** The parts of a held action that the advice on it uses. */
export interface AdvisedAction {
  readonly id: string;
  /** True if the run keeps what the action writes, as it does of all tools but custom ones. */
  readonly canApply: boolean;
}

/** Returns the commands that end held actions, for people. Each ends with `option`. */
export function endAdvice(
  run: string,
  held: readonly AdvisedAction[],
  option = "",
): readonly string[] {
  const able = held.filter(({ canApply }) => canApply);
  const unable = held.filter(({ canApply }) => !canApply);
  const commandOf = (named: string, verdict: "apply" | "discard") =>
    // A report of a stranger has ids of its own.
    terminalLine(`sluice resolve ${idWord(run)} ${named} ${verdict} --reason "…"${option}`);
  const several = able.length > 0 ? "ID" : "--all";
  return [...ableAdvice(able, commandOf), ...unableAdvice(unable, commandOf, several)];
}

/** Returns the command that ends the named actions. */
type CommandOf = (named: string, verdict: "apply" | "discard") => string;

function ableAdvice(
  [first, ...others]: readonly AdvisedAction[],
  commandOf: CommandOf,
): readonly string[] {
  if (first === undefined) return [];
  if (others.length === 0) return [`To end it: ${commandOf(idWord(first.id), "apply")}`];
  return [
    `To end them, all or one by its id in the place of --all: ${commandOf("--all", "apply")}`,
  ];
}

function unableAdvice(
  [first, ...others]: readonly AdvisedAction[],
  commandOf: CommandOf,
  several: string,
): readonly string[] {
  if (first === undefined) return [];
  const count = countOf(others.length + 1, "action");
  const named = others.length === 0 ? idWord(first.id) : several;
  const end = commandOf(named, "discard");
  return [
    `What ${count} of custom tools would write is not kept. Run the recipe again under another policy, or: ${end}`,
  ];
}

/** The actions of a custom tool have no files with hashes: they would write what they like. */
function hasBytes({ files }: ActionReport): boolean {
  return files.length > 0;
}

/** True if the run keeps what it holds: a dry run holds nothing, and the file of a plan that was not written has it. */
export function keepsHeld({ run, outcome, actions, alerts }: Report): boolean {
  if (run.command !== "apply") return !isDryRun(run.command);
  const isWhole = outcome === "ok" || outcome === "held" || outcome === "failed";
  return (
    isWhole &&
    actions.every(({ state }) => state !== "failed") &&
    alerts.every(({ code }) => code !== "refused")
  );
}
