import { writeOutputFiles } from "../apply/disk/write-output-file.ts";
import type { OutputStamps } from "../files/output-stamps.ts";
import type { OutputFolders } from "../files/tree-link.ts";
import type { World } from "../model/world.ts";
import type { Pieces } from "../report/reporter.ts";
import { runnerPieces } from "../shared/runner-text.ts";
import type { TaskOutcome } from "./task-outcome.ts";

/** A product, and where it goes. */
export interface ProductFile {
  readonly path: string;
  readonly text: Pieces;
  /** No character of it may be escaped. */
  readonly isCode?: boolean;
}

/**
 * Writes products, each whole or not at all, and none over a file that was made since `stamps` were taken. A sentence
 * that begins with `noun` tells of one that cannot be written.
 */
export async function writeProducts(
  noun: string,
  files: readonly ProductFile[],
  folders: OutputFolders,
  { env, stamps }: Pick<World, "env"> & { readonly stamps?: OutputStamps },
): Promise<Pick<TaskOutcome, "unwritten" | "written">> {
  // A product in a file often ends in the log of the job, too. A patch is code: it stays as it is.
  const printable = files.map(({ path, text, isCode = false }) => ({
    path,
    text: isCode ? text : runnerPieces(text, env),
  }));
  const unwritten = await writeOutputFiles(folders, printable, stamps);
  const lost = new Set(unwritten.map(({ path }) => path));
  return {
    unwritten: unwritten.map(
      ({ path, reason }) => `The ${noun} ${path} cannot be written: ${reason}`,
    ),
    written: files.map(({ path }) => path).filter((path) => !lost.has(path)),
  };
}
