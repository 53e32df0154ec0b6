import { appendFile, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { messageOf } from "../../shared/message-of.ts";

/** A product that could not be written, and why. */
export interface UnwrittenFile {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes products of Sluice's own (reports), each whole or not at all; makes folders where they are
 * missing. Paths are relative to `folder` or absolute. Answers those that could not be written.
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
      // A device or a pipe is written to; a rename would put a file in its place.
      if (await isSpecial(absolute)) await appendFile(absolute, text);
      else await writeFileAtomic(absolute, text);
    } catch (error) {
      unwritten.push({ path, reason: messageOf(error) });
    }
  }
  return unwritten;
}

async function isSpecial(absolute: string): Promise<boolean> {
  const stats = await stat(absolute).catch(() => undefined); // Not there yet.
  return stats !== undefined && !stats.isFile();
}

/**
 * Appends to a file that another program keeps and reads: a command file of a CI runner
 * (`GITHUB_OUTPUT`, `GITHUB_STEP_SUMMARY`). Outside of a runner there is none, and nobody to tell.
 */
export async function appendToRunnerFile(path: string | undefined, text: string): Promise<void> {
  if (path !== undefined && path !== "") await appendFile(path, text);
}
