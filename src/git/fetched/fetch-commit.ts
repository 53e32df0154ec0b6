import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../shared/message-of.ts";
import { endMarked, MARK_VARIABLE, nextMark } from "../../shared/process/end-marked.ts";
import { type Environment, gitIn } from "../run-git.ts";
import { FETCH_SETTINGS, fetchVariables, type GitProtocol } from "./fetch-settings.ts";
import { serverFault } from "./server-fault.ts";

/** A commit of another repository. */
export interface RemoteCommit {
  /** An address without credentials, or an absolute path: never an option of git. */
  readonly url: string;
  readonly protocol: GitProtocol;
  /** The whole id: 40 or 64 digits. */
  readonly commit: string;
}

/** The bounds of a fetch, and its surroundings. */
export interface Fetching {
  readonly env: Environment;
  /** Programs in it are not run. */
  readonly tree: string;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly time: number;
  /** Of everything that comes. */
  readonly bytes: number;
}

/** The time between two looks at the size; milliseconds. */
const WATCH = 100;

/**
 * Fetches one commit, without its history, into the empty repository in `folder`. Only git's own
 * checks were made then: {@link openCommit} compares what is read with its ids. Throws an `Error` if the
 * server does not give exactly this commit, or if it does not end within the bounds.
 */
export async function fetchCommit(
  { url, protocol, commit }: RemoteCommit,
  folder: string,
  { env, tree, signal, time, bytes }: Fetching,
): Promise<void> {
  const full = new AbortController();
  const mark = nextMark();
  const git = gitIn(folder, env, {
    ...{ tree, time, settings: FETCH_SETTINGS },
    variables: { [MARK_VARIABLE]: mark, ...fetchVariables(protocol) },
    signal: AbortSignal.any([signal, full.signal]),
  });
  const packs = join(folder, ".git", "objects", "pack");
  const isFull = () => sizeOf(packs) > bytes;
  const timer = setInterval(() => isFull() && full.abort(), WATCH);
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
  try {
    await git(["fetch", ...options, "--depth=1", "--end-of-options", url, commit]);
  } catch (error) {
    endMarked(mark); // What git has started may outlive it, and take what a server sends.
    if (full.signal.aborted) throw new Error(tooLarge(bytes));
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new Error(isMissing ? "git is not installed" : serverFault(messageOf(error)));
  } finally {
    clearInterval(timer);
  }
  if (isFull()) throw new Error(tooLarge(bytes));
}

function tooLarge(bytes: number): string {
  return `the commit takes more than ${bytes} bytes`;
}

/** Returns the size of the files in a folder; bytes. */
function sizeOf(folder: string): number {
  const sizes = readdirSync(folder).map(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
