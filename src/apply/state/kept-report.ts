import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../model/report/report.ts";
import { reportSchema } from "../../model/report/report-schema.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** The largest file of a run that is read; bytes. */
const MAX_KEPT = 256 * 1024 * 1024;

/** Reads the report of a run; undefined if it is missing or invalid. */
export function readKeptReport(folder: RunFolder): Report | undefined {
  try {
    return reportSchema.safeParse(readKept(folder, RUN_FILES.report)).data;
  } catch {
    return undefined; // The run kept none, or was killed before. The journal knows its writes.
  }
}

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
