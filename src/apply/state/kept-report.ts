import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../model/report/report.ts";
import { reportSchema } from "../../model/report/report-schema.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** What is larger is not read; bytes. */
const MAX_KEPT = 256 * 1024 * 1024;

/** The report that a run has kept. Undefined where there is none, or none that can be understood. */
export function readKeptReport(folder: RunFolder): Report | undefined {
  try {
    return reportSchema.safeParse(readKept(folder, RUN_FILES.report)).data;
  } catch {
    return undefined; // It kept none, or was killed before; the journal knows what it wrote.
  }
}

/** The value in a JSON file that a run has kept. Throws where there is none, or none that can be read. */
export function readKept(folder: RunFolder, name: string): unknown {
  return JSON.parse(readKeptText(folder, name));
}

/** The text of a file that a run has kept. Throws where there is none, or none that can be read. */
export function readKeptText({ path }: RunFolder, name: string): string {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK;
  const file = openSync(join(path, name), flags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${name} is no regular file`);
    if (stats.size > MAX_KEPT) throw new Error(`${name} is larger than any that Sluice keeps`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
