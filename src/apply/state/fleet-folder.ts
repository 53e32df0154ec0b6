import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders, PRIVATE } from "../../cache/make-folders.ts";
import { removeFile } from "../disk/disk.ts";
import { reachFaultPoint } from "../disk/fault-point.ts";

/** The folders in the state folder of a fleet: a file for each repository. */
export const FLEET_FOLDERS = { plans: "plans", results: "results" } as const;

/** Makes the state folder of a fleet, with the folders above it, for this user alone. */
export async function makeFleetFolder(folder: string): Promise<void> {
  for (const name of Object.values(FLEET_FOLDERS)) {
    const path = join(folder, name);
    reachFaultPoint("mkdir", path);
    makeFolders(path, PRIVATE);
  }
}

/** Removes the plans and results of an earlier round. */
export async function clearFleetFolder(folder: string): Promise<void> {
  for (const name of Object.values(FLEET_FOLDERS))
    for (const file of await readdir(join(folder, name)))
      if (isResultFile(file)) await removeFile(join(folder, name, file));
}

/** True for the name of a plan or a result, whole or half written: others are not ours to remove. */
export function isResultFile(name: string): boolean {
  return /^[0-9a-f]{64}\.json(\.new)?$/.test(name);
}
