import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isGone, readLock } from "../../apply/state/lock-holder.ts";
import { stateFolder } from "../../apply/state/run-folder.ts";
import type { World } from "../../model/world.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { broken, type Finding, note, ok } from "./finding.ts";

/**
 * Looks at the state folder of the root: may it be written, does a dead process hold its lock, how large is the cache.
 */
export function examineState(root: string, { self }: Pick<World, "self">): readonly Finding[] {
  return [examineAccess(root), ...examineLock(root, self), examineCache(root)];
}

function examineAccess(root: string): Finding {
  const folder = existsSync(stateFolder(root)) ? stateFolder(root) : root;
  try {
    accessSync(folder, constants.W_OK);
    return ok("root", root);
  } catch {
    const message = `${folder} cannot be written: previews work, and \`run\` does not.`;
    return note("root", message, "Give your user the right to write there.");
  }
}

function examineLock(root: string, self: World["self"]): readonly Finding[] {
  const lock = readLock(join(stateFolder(root), "lock"));
  if (lock.kind === "missing") return [];
  if (lock.kind !== "held")
    return [note("lock", ".sluice/lock is not readable.", "sluice recover")];
  const { command, pid, since } = lock.holder;
  if (!isGone(lock.holder, self))
    return [ok("lock", `\`${command}\` (process ${pid}) writes here since ${since}`)];
  return [note("lock", `A process that is gone (${pid}) holds the lock.`, "sluice recover")];
}

/** Another run may replace a file of the cache meanwhile. */
const GONE = { throwIfNoEntry: false } as const;

/** The size from which a person may want to know of the cache; bytes. */
const LARGE_CACHE = 1024 ** 3;

function examineCache(root: string): Finding {
  const folder = join(stateFolder(root), "cache");
  if (!existsSync(folder)) return ok("cache", "empty");
  try {
    const names = readdirSync(folder);
    const sizes = names.map((name) => statSync(join(folder, name), GONE)?.size ?? 0);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const size = `${countOf(names.length, "file")}, ${Math.ceil(bytes / 1024).toLocaleString("en")} KiB`;
    if (bytes < LARGE_CACHE) return ok("cache", size);
    return note("cache", `${size}: it is large.`, "Remove .sluice/cache; nothing is lost.");
  } catch (error) {
    return broken("cache", messageOf(error), "Remove .sluice/cache; nothing is lost.");
  }
}
