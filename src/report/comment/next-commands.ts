import { isAbsolute, join } from "node:path/posix";
import { isDryRun } from "../../model/run-kind.ts";
import { idWord, shellWord } from "../../shared/shell-word.ts";
import { rootOption } from "../held-advice.ts";
import { terminalLine } from "../terminal-text.ts";
import type { CommentedReport } from "./commented-report.ts";

/** The file that needs no `--policy`. */
const DEFAULT_POLICY = "sluice.policy.yaml";

/**
 * Returns the command lines that a person may type next, in the root of a checkout of the branch. `choice` are the
 * options that choose the files and the inputs of the run, quoted for a shell. `root` is that of the run, unless they
 * are typed there.
 */
export function nextCommands(
  report: CommentedReport,
  choice: readonly string[] = [],
  root?: string,
): readonly string[] {
  const { actions, sources, policy } = report;
  const recipes = sources.filter(({ role }) => role === "recipe").map(({ path }) => path);
  // A path of a command is one from where it is typed; a name is one of the root.
  const from = (path: string) =>
    root === undefined || isAbsolute(path) || path.startsWith("git:") ? path : join(root, path);
  const decides =
    policy === null || policy.source === DEFAULT_POLICY
      ? []
      : [policy.builtIn ? policy.source : from(policy.source)];
  if (recipes.length === 0 || ![...recipes, ...decides].every(isTypable)) return [];
  // The recipes of a project file have inputs of their own there, and a command without recipes runs them.
  const isProject = sources.some(({ role }) => role === "project");
  const recipeNames = recipes.map((path) =>
    path.startsWith("shipped:") ? path.slice("shipped:".length) : from(path).replace(/^-/, "./-"),
  );
  const words = [
    "",
    ...(isProject ? [] : recipeNames).map(shellWord),
    ...decides.map((source) => `--policy ${shellWord(source)}`),
    ...choice,
  ].join(" ");
  const option = rootOption(root);
  const held = actions.find(({ state }) => state === "held");
  const isAny = actions.some(({ state }) => state === "would-apply" || state === "pending");
  const isDry = isDryRun(report.run.command);
  return [
    `sluice preview${words}${option}`,
    ...(isDry && isAny ? [`sluice run${words}${option}`] : []),
    ...(held === undefined
      ? []
      : [
          `sluice plan${words}${option} -o sluice-plan.json`,
          `sluice apply sluice-plan.json --only ${idWord(held.id)} --reason "…"${option}`,
        ]),
  ];
}

/** A file of standard input, of a line or of a program has no name, and another may hide what it is. */
function isTypable(path: string): boolean {
  return !/^(<|object:)/.test(path) && terminalLine(path) === path;
}
