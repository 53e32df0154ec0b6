import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { makePushFolder } from "../../src/apply/disk/push-folder.ts";
import { openPush, type PushOptions } from "../../src/git/push/open-push.ts";
import { type PushAddress, parsePushAddress } from "../../src/git/push/push-address.ts";
import { git, tempFolder, tempRepository } from "./temp-tree.ts";

/** The variables of a job: git finds no configuration of this machine. */
export const JOB = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** A checkout with a commit, and a bare repository that has it as `main` and takes pushes, also by http. */
export function checkoutWithTarget(hooks: Readonly<Record<string, string>> = {}) {
  const root = tempRepository({ "a.txt": "a\n" });
  const bare = join(tempFolder(), "app.git");
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", bare]);
  git(bare, "config", "http.receivepack", "true");
  git(root, "push", "-q", bare, "main");
  for (const [name, script] of Object.entries(hooks)) program(join(bare, "hooks", name), script);
  return { root, bare, head: git(root, "rev-parse", "HEAD").trim() };
}

/** Writes a script of the shell that can be run. */
export function program(path: string, script: string): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A commit on another one, which no branch has. */
export function looseCommit(root: string, message: string, parent = "HEAD"): string {
  return git(root, "commit-tree", "HEAD^{tree}", "-p", parent, "-m", message).trim();
}

/** A folder for pushes, removed with the test. */
export const folderOfTest: PushOptions["makeFolder"] = async (files) => {
  const own = await makePushFolder(files);
  onTestFinished(own.remove);
  return own;
};

/** Opens the way from a checkout to an address. */
export function pushTo(root: string, written: string, more: Partial<PushOptions> = {}) {
  const address = parsePushAddress(written) as PushAddress;
  const signal = new AbortController().signal;
  return openPush({ root, address, makeFolder: folderOfTest, env: JOB, signal, ...more });
}

/** The branches of a repository with their commits. */
export function branchesOf(bare: string): Readonly<Record<string, string>> {
  const lines = git(
    bare,
    "for-each-ref",
    "--format=%(refname:lstrip=2) %(objectname)",
    "refs/heads",
  );
  return Object.fromEntries(
    lines
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
}
