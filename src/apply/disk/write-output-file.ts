import { writeSync } from "node:fs";
import { appendFile, stat, truncate } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { makeFolders } from "../../cache/make-folders.ts";
import { descriptorOf, leadsToFile } from "../../files/open-outputs.ts";
import { isOther, type OutputStamps } from "../../files/output-stamps.ts";
import { realPathOf } from "../../files/real-path.ts";
import { isSpecial, type OutputFolders, treeLinkFault } from "../../files/tree-link.ts";
import { messageOf } from "../../shared/message-of.ts";
import { replaceFile } from "./replace-file.ts";
import { piecesOf } from "./staged-file.ts";

/** A product that could not be written, and the reason. */
export interface UnwrittenFile {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes products of Sluice (reports), each whole or not at all, and makes missing folders. Returns those that could
 * not be written. The tree may have changed since the paths were checked, so that they are checked again; `stamps` has
 * what stood there before.
 */
export async function writeOutputFiles(
  folders: OutputFolders,
  files: readonly { readonly path: string; readonly text: string | Iterable<string> }[],
  stamps: OutputStamps = new Map(),
): Promise<readonly UnwrittenFile[]> {
  const unwritten: UnwrittenFile[] = [];
  for (const { path, text } of files) {
    try {
      await writeOutputFile(folders, { path, text }, stamps);
    } catch (error) {
      unwritten.push({ path, reason: messageOf(error) });
    }
  }
  return unwritten;
}

async function writeOutputFile(
  folders: OutputFolders,
  { path, text }: { readonly path: string; readonly text: string | Iterable<string> },
  stamps: OutputStamps,
): Promise<void> {
  const absolute = resolve(folders.cwd, path);
  const check = async () => {
    const fault = await treeLinkFault(folders, path);
    if (fault !== undefined) throw new Error(`it ${fault}`);
    if (isOther(absolute, stamps))
      throw new Error("a file was made or changed there during the run. Name another path");
  };
  await check();
  makeFolders(dirname(absolute));
  const descriptor = descriptorOf(absolute);
  // Opened again, a file would be written from its beginning on, under what goes through the descriptor.
  if (descriptor !== undefined && leadsToFile(descriptor))
    for (const piece of piecesOf(text)) writeAll(descriptor, piece);
  // A rename would replace a device or a pipe with a file.
  else if (descriptor !== undefined || (await isSpecial(absolute)))
    for (const piece of piecesOf(text)) await appendFile(absolute, piece);
  // Outside of the trees, a link is the caller's own and is followed.
  else await replaceFile(realPathOf(absolute) ?? absolute, text, check);
}

function writeAll(descriptor: number, piece: string | Uint8Array): void {
  const bytes = Buffer.from(piece);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/**
 * Appends to a command file of a CI runner (`GITHUB_OUTPUT`, `GITHUB_STEP_SUMMARY`), the whole text or nothing. Does
 * nothing if the path is undefined or empty, as it is outside of a runner. Returns why it could not be written.
 */
export async function appendToRunnerFile(
  path: string | undefined,
  text: string,
): Promise<UnwrittenFile | undefined> {
  if (path === undefined || path === "" || text === "") return undefined;
  const earlier = await stat(path).catch(() => undefined); // Missing: it is made.
  try {
    await appendFile(path, text);
    return undefined;
  } catch (error) {
    // The runner refuses a half of an output. A device or a pipe cannot be cut.
    if (earlier?.isFile()) await truncate(path, earlier.size).catch(() => undefined);
    return { path, reason: messageOf(error) };
  }
}
