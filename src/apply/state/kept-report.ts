import type { Report } from "../../model/report/report.ts";
import { reportSchema } from "../../model/report/report-schema.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** Reads the report of a run; undefined if it is missing or invalid. */
export function readKeptReport(folder: RunFolder): Report | undefined {
  try {
    return reportSchema.safeParse(readKept(folder, RUN_FILES.report)).data;
  } catch {
    return undefined; // The run kept none, or was killed before. The journal knows its writes.
  }
}
