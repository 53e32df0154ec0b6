import { LockedError, takeLockIn } from "../../apply/state/run-lock.ts";
import { makeMirrorFolder, openMirror, resetMirror, sizeOfMirror } from "../../cache/mirrors.ts";
import { parseRepository } from "../../config/sources/git/git-reference.ts";
import { fetchTip, TIP, type TipFetching, withoutTraces } from "../../git/fetched/fetch-tip.ts";
import { TipFault } from "../../git/fetched/tip-fault.ts";
import { gitIn, type RunGit } from "../../git/run-git.ts";
import type { FleetRepository } from "../../model/fleet/fleet.ts";
import type { World } from "../../model/world.ts";

/** A mirror with the commit of a repository, which this process alone uses. */
export interface OpenMirror {
  /** Of the mirror; absolute. */
  readonly folder: string;
  readonly commit: string;
  /** Git in the mirror. It asks no server. */
  readonly git: RunGit;
  readonly release: () => Promise<void>;
}

/** The bounds of a mirror, and its surroundings. */
export interface MirrorContext {
  /** The folder of all mirrors. */
  readonly mirrors: string;
  readonly world: Pick<World, "env" | "self" | "now" | "after">;
  readonly signal: AbortSignal;
  /** Milliseconds for one fetch. */
  readonly time: number;
  /** Of a mirror. */
  readonly bytes: number;
  /** The longest wait for another process; milliseconds. */
  readonly lockTimeout: number;
}

/** The longest question to a mirror; milliseconds. */
const QUESTION_TIME = 600_000;

/**
 * Opens the mirror of a repository, and fetches its tip; not if it has the commit `known` of an attempt that was cut
 * off. Throws a `TipFault`, or the reason of the signal.
 */
export async function openMirrorOf(
  { source, ref }: Pick<FleetRepository, "source" | "ref">,
  known: string | undefined,
  context: MirrorContext,
): Promise<OpenMirror> {
  const address = addressOf(source);
  const folder = makeMirrorFolder(context.mirrors, { url: address.url, ref });
  const release = await lock(folder, context);
  try {
    const env = withoutTraces(context.world.env);
    const git = gitIn(folder, env, { signal: context.signal, time: QUESTION_TIME });
    const size = openMirror(folder, context.bytes);
    const isThere = known !== undefined && size > 0 && (await hasCommit(git, known));
    const commit = isThere
      ? known
      : await fetchAnew({ folder, git }, { ...address, ref }, size, context);
    return { folder, commit, git, release };
  } catch (error) {
    await release();
    throw error;
  }
}

function addressOf(source: FleetRepository["source"]) {
  const parsed = parseRepository(source.kind === "path" ? source.path : source.url, "/");
  if ("fault" in parsed) throw new TipFault("cannot-clone", parsed.fault);
  return parsed;
}

async function lock(folder: string, { world, signal, lockTimeout }: MirrorContext) {
  const place = { busy: "Another fleet works with this mirror", lock: `${folder}/lock` };
  const held = await takeLockIn(folder, place, {
    ...{ command: "fleet run", self: world.self, signal },
    since: new Date(world.now()).toISOString(),
    expired: () => world.after(lockTimeout),
  }).catch((error: unknown) => {
    if (error instanceof LockedError) throw new TipFault("timeout", error.message);
    throw error;
  });
  return held.release;
}

async function hasCommit(git: RunGit, commit: string): Promise<boolean> {
  const tip = await git(["rev-parse", "--verify", "--quiet", `${TIP}^{commit}`]).catch(() => "");
  return tip.trim() === commit;
}

/**
 * Fetches; once more into an empty mirror if it is of another format, if what is there takes the room, or if it is
 * damaged, as a full disk or a power cut leaves it.
 */
async function fetchAnew(
  { folder, git }: Pick<OpenMirror, "folder" | "git">,
  tip: Parameters<typeof fetchTip>[1],
  size: number,
  { world: { env }, signal, time, bytes }: MirrorContext,
): Promise<string> {
  const bounds: TipFetching = { env, signal, time, bytes, sizeNow: () => sizeOfMirror(folder) };
  try {
    return await fetchTip(folder, tip, bounds);
  } catch (error) {
    const code = error instanceof TipFault ? error.code : undefined;
    const isWorthIt =
      code === "other-format" ||
      (code === "too-large" && size > 0) ||
      (code === "cannot-clone" && !(await isWhole(git, signal)));
    if (code === "too-large" || isWorthIt)
      resetMirror(folder, code === "other-format" ? "sha256" : "sha1");
    if (!isWorthIt) throw error;
    return fetchTip(folder, tip, bounds);
  }
}

/** False of a mirror that git cannot read: no server is at fault. */
async function isWhole(git: RunGit, signal: AbortSignal): Promise<boolean> {
  try {
    await git(["fsck", "--connectivity-only", "--no-dangling", "--no-progress"]);
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
