import { readTrust } from "../../cache/trust-file.ts";
import type { World } from "../../model/world.ts";
import { userStateOf } from "../../tree/user-state-of.ts";

/** Returns what the user has accepted, in all trees; or why it is not believed. */
export function listTrust(root: string, world: World): ReturnType<typeof readTrust> {
  return readTrust(userStateOf(root, world));
}
