import { appendFile, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { messageOf } from "../../shared/message-of.ts";

/** A product that could not be written, and the reason. */
export interface UnwrittenFile {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes products of Sluice (reports), each whole or not at all, and makes missing folders. Returns those that could
 * not be written; paths are relative to `folder`, or absolute.
 */
export async function writeOutputFiles(
  folder: string,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<readonly UnwrittenFile[]> {
  const unwritten: UnwrittenFile[] = [];
  for (const { path, text } of files) {
    try {
      const absolute = resolve(folder, path);
      await mkdir(dirname(absolute), { recursive: true });
      // A rename would replace a device or a pipe with a file.
      if (await isSpecial(absolute)) await appendFile(absolute, text);
      else await writeFileAtomic(absolute, text);
    } catch (error) {
      unwritten.push({ path, reason: messageOf(error) });
    }
  }
  return unwritten;
}

async function isSpecial(absolute: string): Promise<boolean> {
  const stats = await stat(absolute).catch(() => undefined); // It does not exist yet.
  return stats !== undefined && !stats.isFile();
}

/**
 * Appends to a command file of a CI runner (`GITHUB_OUTPUT`, `GITHUB_STEP_SUMMARY`). Does nothing if the path is
 * undefined or empty, as it is outside of a runner.
 */
export async function appendToRunnerFile(path: string | undefined, text: string): Promise<void> {
  if (path !== undefined && path !== "") await appendFile(path, text);
}
