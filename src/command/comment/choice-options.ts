import { shellWord } from "../../shared/shell-word.ts";
import type { Task } from "../task.ts";

/**
 * Returns the options that choose the same files and inputs as a task, quoted for a shell; undefined if a plan chose
 * them. Values of inputs are left out: more people read a comment than the log of a job.
 */
export function choiceOptions(task: Task): readonly string[] | undefined {
  if (task.kind === "apply") return undefined;
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
