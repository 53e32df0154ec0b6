import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { orNone } from "../../../git/commit/checked-out.ts";
import type { RunGit } from "../../../git/run-git.ts";

/** A remote of a clone. */
export interface Remote {
  readonly name: string;
  /** As the settings have it; "" if they have none. */
  readonly address: string;
}

/** The remotes of a clone, as its settings tell of them: no file of the tree, and no name of a branch, chooses one. */
export interface Remotes {
  readonly all: readonly Remote[];
  /** The remote that has the branches of the project. */
  readonly main: Remote;
  /** The remote from which a partial clone (`--filter`) gets what it lacks; undefined for a whole clone. */
  readonly promisor?: Remote | undefined;
}

/** The remote of a clone that names none. */
export const ORIGIN: Remote = { name: "origin", address: "" };

const KEYS = "^(remote\\..*\\.(url|promisor)|checkout\\.defaultremote|extensions\\.partialclone)$";

/**
 * Reads the remotes of a clone. The main one is the remote with the address of the repository that a pull request is
 * for; otherwise `origin`, otherwise the one of `checkout.defaultRemote`, otherwise the only one. The remote of a
 * branch (`branch.NAME.remote`) does not count: tools that check out a pull request set it to the fork.
 */
export async function readRemotes(git: RunGit, repository?: string): Promise<Remotes> {
  const output = (await orNone(git, ["config", "--null", "--get-regexp", KEYS])) ?? "";
  const settings = output.split("\0").flatMap((entry) => {
    const [, key = "", value = ""] = /^([^\n]*)\n?(.*)$/s.exec(entry) ?? [];
    return key === "" ? [] : [[key, value] as const];
  });
  const ofRemotes = (last: string) =>
    settings.flatMap(([key, value]) => {
      const name = key.startsWith("remote.") && key.endsWith(last) && key.slice(7, -last.length);
      return name && /^\w[\w./-]*$/.test(name) ? [{ name, address: value }] : [];
    });
  const all = ofRemotes(".url");
  const named = (name: string | undefined) => all.find((remote) => remote.name === name);
  const last = (key: string) => settings.findLast(([each]) => each === key)?.[1];
  const ofProject =
    repository === undefined
      ? undefined
      : all.find(({ address }) => pathOf(address) === repository.toLowerCase());
  const main =
    ofProject ??
    named("origin") ??
    named(last("checkout.defaultremote")) ??
    (all.length === 1 ? all[0] : undefined) ??
    ORIGIN;
  const promisors = ofRemotes(".promisor").filter(({ address }) => address !== "false");
  const name = promisors[0]?.name ?? last("extensions.partialclone");
  return { all, main, promisor: name === undefined ? undefined : (named(name) ?? main) };
}

/**
 * True if a remote is another repository than the one that a pull request is for. One on this machine is what it is a
 * clone of; if that does not tell, it is taken for the right one.
 */
export async function isOtherRepository(
  git: RunGit,
  { address }: Remote,
  repository: string,
): Promise<boolean> {
  const path = pathOf(address) ?? pathOf(await originOf(git, address));
  return path !== undefined && path !== repository.toLowerCase();
}

/** Returns the owner and name in the address of a repository on a server, in small letters. */
function pathOf(address: string): string | undefined {
  if (address.startsWith("file:")) return undefined;
  const path = /^(?:\w[\w+.-]*:\/\/[^/]+\/|[^/:]+:)(.+?)(?:\.git)?\/?$/.exec(address)?.[1];
  return path?.toLowerCase();
}

/** Returns the address that a repository on this machine was cloned from; "" if it has none. */
async function originOf(git: RunGit, address: string): Promise<string> {
  const folder = address.startsWith("file:") ? folderOf(address) : address;
  const file = [".git/config", "config"].map((name) => join(folder, name)).find(existsSync);
  if (file === undefined || !isAbsolute(folder)) return "";
  const args = ["config", "--file", file, "--get", "--default", "", "remote.origin.url"];
  return (await git(args)).trim();
}

function folderOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return address; // Git reports it.
  }
}
