import type { WrittenOptions } from "../command/read-options.ts";
import { realPathOf } from "../files/real-path.ts";
import { leadsOutOfTree, outputFolders } from "../files/tree-link.ts";
import type { CliWorld } from "./cli-world.ts";
import { usageError } from "./usage-error.ts";

/**
 * Throws a `UsageError` if a link of a tree leads the root elsewhere: `--root` out of the working directory or the
 * workspace of a runner, or the working directory itself, which a shell entered through a link of the workspace.
 */
export function refuseLinkedRoot({ root }: WrittenOptions, { cwd, env = {} }: CliWorld): void {
  const { GITHUB_WORKSPACE: workspace = "", PWD: entered = "" } = env;
  // Another program may have started this one in another folder, and left `PWD` as it was.
  const isEntered = workspace !== "" && entered !== "" && realPathOf(entered) === realPathOf(cwd);
  if (isEntered && leadsOutOfTree({ cwd, trees: [workspace] }, entered))
    throw usageError(
      `The working directory ${entered} is a link, or reached through one, that leads out of the workspace.`,
      "Work in the folder by its own path.",
    );
  const folders = outputFolders(cwd, cwd, env);
  const linked = Array.isArray(root)
    ? root.find((folder) => leadsOutOfTree(folders, folder))
    : undefined;
  if (linked === undefined) return;
  throw usageError(
    `--root: ${linked} is a link, or reached through one, that leads out of the working directory.`,
    "Name the folder by its own path.",
  );
}
