import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { languageOfPath } from "../edit/language.ts";
import { isReserved } from "../files/path-rules.ts";
import { toPosix } from "../shared/posix-path.ts";

/** How a report of a format begins, where that can be told. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  json: /^\{\s*"formatVersion"/,
  jsonl: /^\{"seq":0,/,
};

/**
 * Why a report must not be written to a path, in words that follow the path; undefined where it may.
 * A report never takes the place of something else: of what the run was given (`inputs`), of a source
 * file, of anything in `.git` or `.sluice`. An earlier report is replaced.
 */
export async function outputPathFault(
  folder: string,
  path: string,
  format: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const absolute = resolve(folder, path);
  if (isReserved(toPosix(absolute))) return "is inside of `.git` or `.sluice`";
  if (inputs.some((input) => resolve(folder, input) === absolute))
    return "is a file that the run is given";
  const stats = await stat(absolute).catch(() => undefined); // Nothing there, or nothing to be seen.
  if (!stats?.isFile() || stats.size === 0) return undefined;
  const beginning = BEGINNINGS[format];
  if (beginning) {
    const isReport = beginning.test(await readBeginning(absolute));
    return isReport ? undefined : "exists and is no report; name another path or remove it";
  }
  return languageOfPath(path) === undefined ? undefined : "is a source file";
}

async function readBeginning(absolute: string): Promise<string> {
  const file = await open(absolute, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
