import type { UserState } from "../cache/user-folder.ts";
import { treesAround } from "../git/trees-around.ts";
import type { World } from "../model/world.ts";

/** Returns what is needed to find the state of the user, which lies outside of the root, its repository and CI's. */
export function userStateOf(
  root: string,
  { user, env, cwd }: Pick<World, "user" | "env" | "cwd">,
): UserState {
  return { user, env, trees: () => treesAround(root, env, [cwd]) };
}
