import { isBranchName } from "../../shared/branch-name.ts";
import { inBatches } from "../in-batches.ts";
import type { Push } from "./open-push.ts";
import { pushFault } from "./push-fault.ts";

const HEADS = "refs/heads/";

/**
 * Asks a repository for the commits of some branches, without `refs/heads/`; one that does not exist is missing.
 * Rejects with an `Error` that says why if the server does not answer.
 */
export async function remoteTips(
  push: Push,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wrong = branches.find((branch) => !isBranchName(branch));
  if (wrong !== undefined) throw new Error(`${wrong} is no name of a branch`);
  const ask = async (args: readonly string[]) => {
    const answer = await push.run(args);
    if (!answer.isDone) throw new Error(pushFault(answer.errors));
    return answer.output;
  };
  // Without `--heads` a server lists all of its pull requests, too.
  const question = ["ls-remote", "--heads", "--refs", "--quiet", "--end-of-options", push.url];
  const names = branches.map((branch) => HEADS + branch);
  const answers = await inBatches(ask, question, names);
  const wanted = new Set(names); // Git also lists a branch `other/refs/heads/NAME`.
  const lines = answers.flatMap((answer) => answer.split("\n"));
  return new Map(
    lines.flatMap((line) => {
      const [, commit = "", name = ""] = /^([0-9a-f]{40,64})\t(.+)$/.exec(line) ?? [];
      return wanted.has(name) ? [[name.slice(HEADS.length), commit] as const] : [];
    }),
  );
}
