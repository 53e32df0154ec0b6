import { asWritten } from "../../model/report/as-written.ts";
import type { Report } from "../../model/report/report.ts";
import { reportSchema } from "../../model/report/report-schema.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** Reads the report of a run; undefined if it is missing or invalid. */
export function readKeptReport(folder: RunFolder): Report | undefined {
  try {
    const raw = readKept(folder, RUN_FILES.report);
    const { data } = reportSchema.safeParse(raw);
    return data && asWritten(raw, data);
  } catch {
    return undefined; // The run kept none, or was killed before. The journal knows its writes.
  }
}
