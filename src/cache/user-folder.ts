import { constants, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import type { UserIdentity } from "../model/user-identity.ts";
import type { Environment } from "../model/world.ts";
import { messageOf } from "../shared/message-of.ts";
import { makeFolders, PRIVATE } from "./make-folders.ts";

/** The owner of the state that Sluice keeps outside of all trees, and the places that it must not lie in. */
export interface UserState {
  readonly user: UserIdentity | undefined;
  readonly env: Environment;
  /** Returns the folders whose files others may have written: the root, its repository, the workspace; real paths. */
  readonly trees: () => readonly string[];
}

/** Opens a file of the user: follows no links, and does not wait for the writer of a pipe. */
export const READ_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Permissions of others: a folder of the user is written by no one else. */
export const WRITABLE_BY_OTHERS = 0o022;

/** The folders of the user, by what they are for: the variable that names them, and their place in the home folder. */
const FOLDERS = {
  state: { variable: "XDG_STATE_HOME", below: [".local", "state"] },
  config: { variable: "XDG_CONFIG_HOME", below: [".config"] },
  cache: { variable: "XDG_CACHE_HOME", below: [".cache"] },
} as const;

export type UserFolderKind = keyof typeof FOLDERS;

/** The folder of the user; why it is not used, in a sentence; or neither, if it is missing. */
type UserFolder = { readonly folder?: string; readonly fault?: string };

/**
 * Finds `sluice` below the folder that `XDG_STATE_HOME`, `XDG_CONFIG_HOME` or `XDG_CACHE_HOME` names, otherwise below
 * `~/.local/state`, `~/.config` or `~/.cache`: a folder of the user alone, outside of all trees, also through links.
 * Returns undefined without one, for any reason.
 */
export function findUserFolder(
  state: UserState,
  kind: UserFolderKind = "state",
): string | undefined {
  return inspectUserFolder(state, kind).folder;
}

/** Finds the same folder, or why it is not used. */
export function inspectUserFolder(
  { user, env, trees }: UserState,
  kind: UserFolderKind,
): UserFolder {
  const { variable } = FOLDERS[kind];
  if (user === undefined) return { fault: "This system does not tell which files are yours." };
  let place: string | undefined;
  try {
    place = placeOf(env, kind);
    if (place === undefined)
      return {
        fault: `There is no home folder: set $HOME, or $${variable}, to a folder of yours.`,
      };
    const stats = lstatSync(place);
    if (!stats.isDirectory()) return { fault: `${place} is no folder: make it one, and no link.` };
    if (stats.uid !== user.id) return { fault: `${place} belongs to another user: make it yours.` };
    if ((stats.mode & WRITABLE_BY_OTHERS) !== 0)
      return { fault: `${place} may be written by others: make it yours alone (chmod go-w).` };
    const real = realpathSync.native(place);
    if (isOutside(real, trees())) return { folder: real };
    return { fault: `${place} lies in the tree: set $${variable} to a folder outside of it.` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    return { fault: `${place ?? `$${variable}`} cannot be read: ${messageOf(error)}.` };
  }
}

/** Makes the folder if it is missing. Returns undefined if it cannot be made, or would lie in a tree. */
export function makeUserFolder(
  state: UserState,
  kind: UserFolderKind = "state",
): string | undefined {
  const { user, env, trees } = state;
  try {
    const place = placeOf(env, kind);
    if (user === undefined || place === undefined) return undefined;
    // Links are followed before anything is made: one of them may lead into a tree.
    const { real, ownerId } = inspectPlace(place);
    const isAllowed = ownerId === user.id && isOutside(real, trees());
    if (isAllowed) makeFolders(place, PRIVATE);
  } catch {
    return undefined; // Not writable: nothing is kept.
  }
  return findUserFolder(state, kind);
}

function placeOf(env: Environment, kind: UserFolderKind): string | undefined {
  const { variable, below } = FOLDERS[kind];
  const { [variable]: given = "", HOME: home = "" } = env;
  if (isAbsolute(given)) return join(given, "sluice");
  // A home that is missing is none: it is not made.
  const isHome = isAbsolute(home) && statSync(home, { throwIfNoEntry: false })?.isDirectory();
  return isHome === true ? join(home, ...below, "sluice") : undefined;
}

/** Returns the place that a path will have, after all links, and the owner of the last of its folders that exists. */
function inspectPlace(path: string): { readonly real: string; readonly ownerId: number } {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    return { real: realpathSync.native(path), ownerId: statSync(path).uid };
  const { real, ownerId } = inspectPlace(dirname(path));
  return { real: join(real, basename(path)), ownerId };
}

function isOutside(real: string, trees: readonly string[]): boolean {
  return !trees.some((tree) => real === tree || real.startsWith(tree + sep));
}
