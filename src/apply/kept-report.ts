import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../model/report.ts";
import { reportSchema } from "../model/report-schema.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** A report that is larger is not read; bytes. */
const MAX_REPORT = 256 * 1024 * 1024;

/** The report that a run has kept. Undefined where there is none, or none that can be understood. */
export function readKeptReport({ path }: RunFolder): Report | undefined {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK;
  let file: number | undefined;
  try {
    file = openSync(join(path, RUN_FILES.report), flags);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_REPORT) return undefined;
    return reportSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined; // It kept none, or was killed before; the journal knows what it wrote.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
