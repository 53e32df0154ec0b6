import { UserKey } from "../../cache/user-key.ts";
import { treesAround } from "../../git/trees-around.ts";
import type { World } from "../../model/world.ts";

/** Returns the key of the user, which lies outside of the root, of its repository and of the workspace. */
export function userKeyOf(
  root: string,
  { user, env, cwd }: Pick<World, "user" | "env" | "cwd">,
): UserKey {
  return new UserKey({ user, env, trees: () => treesAround(root, env, [cwd]) });
}
