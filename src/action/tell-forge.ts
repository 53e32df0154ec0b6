import { checkOn } from "../command/comment/check-on.ts";
import { commentOn } from "../command/comment/comment-on.ts";
import { isOfRecipes, type Task } from "../command/task.ts";
import { shellWord } from "../shared/shell-word.ts";
import type { ActionWorld } from "./action-world.ts";
import type { StepOutcome } from "./step-outcome.ts";
import type { Feedback } from "./switches.ts";

/** The wishes of a step for what it tells the forge. */
interface ToldOptions {
  /** Absolute. */
  readonly root: string;
  readonly token: string;
  /** Undefined: by the workflow, the job and the root. */
  readonly id: string | undefined;
  readonly suggestions: number;
  readonly feedback: Pick<Feedback, "comment" | "check-run">;
  readonly task: Task;
}

/**
 * Keeps the comment on the pull request and the check run of its commit up to date, as far as they are wanted. Returns
 * notes for the log; none of them makes the step fail.
 */
export async function tellForge(
  { report, outcome, exitCode }: StepOutcome,
  { root, token, feedback, id, suggestions, task }: ToldOptions,
  world: ActionWorld,
): Promise<readonly string[]> {
  if (report === undefined) return [];
  const tokens = { github: token, gitlab: "" };
  const choice = choiceOptions(task);
  const options = { root, tokens, id, suggestions, choice, forge: "github", when: "auto" } as const;
  const told = { ...report, outcome, exitCode };
  const outcomes = await Promise.all([
    feedback.comment ? commentOn(told, world, options) : undefined,
    feedback["check-run"] ? checkOn(told, world, options) : undefined,
  ]);
  return [...new Set(outcomes.flatMap((one) => one?.notes ?? []))];
}

/**
 * Returns the options that choose the same files and inputs as a task, quoted for a shell; undefined if a plan chose
 * them. Values of inputs are left out: more people read a comment than the log of a job.
 */
function choiceOptions(task: Task): readonly string[] | undefined {
  if (!isOfRecipes(task)) return undefined;
  const { files, filesFrom, paths, exclude, since, changedLines, inputs, inputsFile } =
    task.request;
  return [
    ...optionsFor("since", since === undefined ? [] : [since]),
    ...(changedLines === true ? ["--changed-lines"] : []),
    ...optionsFor("files", files),
    ...optionsFor("files-from", filesFrom === undefined ? [] : [filesFrom]),
    ...optionsFor("paths", paths),
    ...optionsFor("exclude", exclude),
    ...optionsFor("inputs-file", inputsFile === undefined ? [] : [inputsFile]),
    ...optionsFor(
      "input",
      Object.keys(inputs).map((name) => `${name}=…`),
    ),
  ];
}

function optionsFor(name: string, values: readonly string[] = []): readonly string[] {
  return values.map((value) => `--${name}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`);
}
