import { execFileSync } from "node:child_process";
import type { StoredCommit, StoredRepository } from "./forge-state.ts";

/** Takes the branches of a repository on a forge from a bare repository on disk, as they are at each moment. */
export function bindToBare(repository: StoredRepository, folder: string): void {
  repository.tipOf = (branch) => {
    try {
      return git(folder, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]).trim();
    } catch {
      return undefined; // There is no such branch.
    }
  };
  repository.addsTo = (branch, base) => {
    const range = `refs/heads/${base}..refs/heads/${branch}`;
    return git(folder, ["rev-list", "--count", range]).trim() !== "0";
  };
  repository.commitOf = (sha) => {
    try {
      const log = git(folder, [
        "log",
        "--no-walk",
        "--format=%H%x00%P%x00%at %ct%x00%ce%x00%B",
        sha,
        "--",
      ]);
      return commitOf(log);
    } catch {
      return undefined; // There is no such commit.
    }
  };
}

function commitOf(text: string): StoredCommit {
  const [sha = "", parents = "", dates = "", committerEmail = "", message = ""] = text.split("\0");
  const [authoredAt = 0, committedAt = 0] = dates
    .split(" ")
    .map((seconds) => Number(seconds) * 1000);
  const count = parents === "" ? 0 : parents.split(" ").length;
  return {
    sha,
    committerEmail,
    authoredAt,
    committedAt,
    parents: count,
    message: message.trimEnd(),
  };
}

function git(folder: string, args: readonly string[]): string {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: "1", HOME: folder };
  const stdio = ["ignore", "pipe", "ignore"] as const;
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", env, stdio: [...stdio] });
}
