import { constants, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import type { UserIdentity } from "../model/user-identity.ts";
import type { Environment } from "../model/world.ts";

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
} as const;

export type UserFolderKind = keyof typeof FOLDERS;

/**
 * Finds `sluice` below the folder that `XDG_STATE_HOME` or `XDG_CONFIG_HOME` names, otherwise below `~/.local/state` or
 * `~/.config`: a folder of the user alone, outside of all trees, also through links. Returns undefined without one, for
 * any reason.
 */
export function findUserFolder(
  { user, env, trees }: UserState,
  kind: UserFolderKind = "state",
): string | undefined {
  try {
    const place = placeOf(env, kind);
    if (user === undefined || place === undefined) return undefined;
    const stats = lstatSync(place);
    const isOwn = stats.isDirectory() && stats.uid === user.id;
    if (!isOwn || (stats.mode & WRITABLE_BY_OTHERS) !== 0) return undefined;
    const real = realpathSync.native(place);
    return isOutside(real, trees()) ? real : undefined;
  } catch {
    return undefined; // Missing, or not accessible: the same as no folder.
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
    if (isAllowed) mkdirSync(place, { recursive: true, mode: 0o700 });
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
