import type { z } from "zod";
import { asWritten } from "../model/report/as-written.ts";
import type { Report } from "../model/report/report.ts";
import { reportSchema } from "../model/report/report-schema.ts";
import { isRecord } from "../shared/is-record.ts";
import { shapeProblems } from "../shared/schema/shape.ts";
import { shown } from "../shared/shown.ts";
import { structureFault } from "../shared/yaml/structure-fault.ts";
import { findSizeFault } from "./find-size-fault.ts";
import { foreignDiffs } from "./foreign-diffs.ts";

/** The version of the format. */
const REPORT_FORMAT = reportSchema.shape.formatVersion.value;

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
  const parsed = reportSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { fault: shapeFault(raw, parsed.error) };
  const foreign = foreignDiffs(parsed.data);
  return foreign === undefined
    ? { report: asWritten(raw, parsed.data) }
    : { fault: `its diff of ${shown(foreign)} is not one of that file alone` };
}

function shapeFault(raw: unknown, error: z.ZodError): string {
  const version = isRecord(raw) && Object.hasOwn(raw, "run") ? raw.formatVersion : REPORT_FORMAT;
  if (version !== REPORT_FORMAT)
    return `its format has the version ${shown(`${JSON.stringify(version)}`)}, and this Sluice reads ${REPORT_FORMAT}`;
  const [first = ""] = shapeProblems(reportSchema, error);
  return `it does not have the keys of a report: ${shown(first).replace(/\.$/, "")}`;
}
