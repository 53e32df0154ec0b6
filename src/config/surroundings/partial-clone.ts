import { changedFiles } from "../../git/changed-files.ts";
import { linesSince } from "../../git/lines-since.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { wholeFetch } from "../sources/base/fetch-advice.ts";
import { LoadingStopped } from "../sources/loading-stop.ts";

/** What is compared with a commit. */
interface Compared {
  /** In the root. */
  readonly git: RunGit;
  /** True if the changed lines are asked for, and not only the files. */
  readonly lines: boolean;
}

/** Returns the fault of a clone that has only a part of what is compared (`--filter`): git fetches nothing here. */
export async function partialFault(
  words: string,
  commit: string,
  { git, lines }: Compared,
): Promise<Diagnostic | undefined> {
  const fetch = await wholeFetch(git, commit);
  if (fetch === undefined) return undefined;
  try {
    await (lines ? linesSince(git, { commit, isStaged: false }) : changedFiles(git, commit));
    return undefined;
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const message = `${words} cannot be compared with: the clone has only a part of commit ${commit.slice(0, 10)} (\`--filter\`).`;
    const hint = `Run \`${fetch}\` first.`;
    return { code: "base-unavailable", severity: "error", message, hint };
  }
}
