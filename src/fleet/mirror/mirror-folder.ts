import { join, resolve } from "node:path";
import { makeMirrors } from "../../cache/mirrors.ts";
import { inspectUserFolder, makeUserFolder } from "../../cache/user-folder.ts";
import type { World } from "../../model/world.ts";
import { messageOf } from "../../shared/message-of.ts";

/**
 * Makes the folder of all mirrors: the one of the caller, or one in the cache folder of the user, outside of `tree`.
 * Returns why there is none otherwise.
 */
export function openMirrors(
  named: string | undefined,
  tree: string,
  { cwd, env, user, now }: Pick<World, "cwd" | "env" | "user" | "now">,
): { readonly folder: string } | { readonly fault: string } {
  const state = { user, env, trees: () => [tree] };
  const own = named === undefined ? makeUserFolder(state, "cache") : undefined;
  if (named === undefined && own === undefined) {
    const why = inspectUserFolder(state, "cache").fault ?? "The cache folder cannot be made.";
    return { fault: `${why} Or name a folder with --mirrors.` };
  }
  const folder = named === undefined ? join(own ?? "", "mirrors") : resolve(cwd, named);
  try {
    makeMirrors(folder, now());
    return { folder };
  } catch (error) {
    return { fault: `The folder of mirrors cannot be used: ${messageOf(error)}.` };
  }
}
