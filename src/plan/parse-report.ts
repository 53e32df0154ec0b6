import { asWritten } from "../model/report/as-written.ts";
import type { Report } from "../model/report/report.ts";
import { reportSchema } from "../model/report/report-schema.ts";
import { isRecord } from "../shared/is-record.ts";
import { structureFault } from "../shared/yaml/structure-fault.ts";
import { findSizeFault } from "./find-size-fault.ts";

/** Parses a report of `--report json`, which may come from a stranger. `fault` is a part of a sentence. */
export function parseReport(
  text: string,
): { readonly report: Report } | { readonly fault: string } {
  const sizeFault = findSizeFault(text);
  if (sizeFault !== undefined) return { fault: sizeFault };
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { fault: "it is not JSON" };
  }
  const fault = isRecord(raw) ? structureFault(raw) : "it is not an object";
  if (fault !== undefined) return { fault };
  const parsed = reportSchema.safeParse(raw);
  return parsed.success
    ? { report: asWritten(raw, parsed.data) }
    : { fault: "it does not have the keys of a report" };
}
