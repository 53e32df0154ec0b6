import { inlineRecipe, isInline } from "../../command/inline-recipe.ts";
import { runRequest } from "../../command/requests.ts";
import type { RunOptions } from "../../request/options/read-options.ts";
import type { RunRequest } from "../../request/request.ts";
import { usageError } from "../usage-error.ts";
import type { Words } from "./command.ts";
import { projectFolders } from "./project-folders.ts";

/**
 * Makes the request of a command that runs recipes. Its words are recipes; beside a recipe in one line they are paths,
 * and without any the project file says what to run.
 * Throws a `UsageError` if such a line means nothing.
 */
export function requestOfWords(
  command: RunRequest["command"],
  options: RunOptions,
  { recipe: words = [], files }: Words,
  cwd: string,
): RunRequest {
  // Of `"$RECIPE"` and `"$FILE"` without a value: "" would be the folder of all recipes, or of all files.
  if ([...(isInline(options) ? [] : words), ...(files ?? [])].includes(""))
    throw usageError("An argument is empty.", "Give it a value, or leave it out.");
  if (!isInline(options)) {
    const request = runRequest(command, options, { recipes: words, files }, cwd);
    if (words.length > 0)
      return options.root === undefined ? { ...request, project: "names" } : request;
    return { ...request, project: projectFolders(options.root) };
  }
  const inline = inlineRecipe(command, { ...options, paths: words }, cwd);
  if ("problem" in inline) throw usageError(inline.problem, inline.hint);
  return { ...runRequest(command, options, { recipes: [], files }, cwd), ...inline };
}
