import { isDryRun } from "../../model/run-kind.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { terminalLine } from "../terminal-text.ts";
import type { CommentedReport } from "./commented-report.ts";

/** Returns the command lines that a person may type next, in the root of a checkout of the branch. */
export function nextCommands(report: CommentedReport): readonly string[] {
  const { actions, sources, policy } = report;
  const recipes = sources.filter(({ role }) => role === "recipe").map(({ path }) => path);
  if (recipes.length === 0 || !recipes.every(isTypable)) return [];
  const words = [
    ...recipes.map((path) => path.replace(/^shipped:/, "").replace(/^-/, "./-")).map(shellWord),
    ...(policy?.builtIn === true ? ["--policy", shellWord(policy.source)] : []),
  ].join(" ");
  const held = actions.find(({ state }) => state === "held");
  const isAny = actions.some(({ state }) => state === "would-apply" || state === "pending");
  const isDry = isDryRun(report.run.command);
  return [
    `sluice preview ${words}`,
    ...(isDry && isAny ? [`sluice run ${words}`] : []),
    ...(held === undefined
      ? []
      : [
          `sluice plan ${words} -o sluice-plan.json`,
          `sluice apply sluice-plan.json --only ${shellWord(held.id)} --reason "…"`,
        ]),
  ];
}

/** A recipe of standard input, of a line or of a program has no name, and another may hide what it is. */
function isTypable(path: string): boolean {
  return !/^(<|object:)/.test(path) && terminalLine(path) === path;
}
