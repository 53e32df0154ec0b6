import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** A temporary folder of this user alone. */
export interface PushFolder {
  /** Absolute. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Makes a temporary folder with these files, for pushes. */
export async function makePushFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<PushFolder> {
  const folder = await makeTemporaryFolder("push");
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
