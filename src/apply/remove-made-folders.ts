import { isReachedDirectly } from "../files/read-file.ts";
import { removeFolders } from "./new-folders.ts";

/**
 * Takes away the folders that a run made, as far as nothing is in them. `folders` has the outer before the inner.
 * One that leads elsewhere by now is not the run's.
 */
export async function removeMadeFolders(root: string, folders: readonly string[]): Promise<void> {
  const own: string[] = [];
  for (const folder of folders)
    if (await isReachedDirectly(root, folder).catch(() => false)) own.push(folder); // It is gone.
  await removeFolders(root, own);
}
