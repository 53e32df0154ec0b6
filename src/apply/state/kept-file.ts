import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunFolder } from "./run-folder.ts";

/** The largest file of a run that is read; bytes. */
const MAX_KEPT = 256 * 1024 * 1024;

/** Reads the value of a JSON file of a run. Throws if the file is missing or cannot be read. */
export function readKept(folder: RunFolder, name: string): unknown {
  return JSON.parse(readKeptText(folder, name));
}

/** Reads the text of a file of a run. Throws if the file is missing or cannot be read. */
export function readKeptText({ path }: RunFolder, name: string): string {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK;
  const file = openSync(join(path, name), flags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${name} is not a regular file`);
    if (stats.size > MAX_KEPT) throw new Error(`${name} is larger than any that Sluice keeps`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
