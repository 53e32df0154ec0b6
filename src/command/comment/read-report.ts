import { readBounded } from "../../files/read-bounded.ts";
import type { Report } from "../../model/report/report.ts";
import { parseReport } from "../../plan-file/parse-report.ts";
import { MAX_PLAN_BYTES } from "../../plan-file/read-plan.ts";

/** Reads a report of `--report json`. The fault is a sentence about the file, without its name. */
export async function readReport(
  file: string,
): Promise<{ readonly report: Report } | { readonly fault: string }> {
  const read = await readBounded(file, MAX_PLAN_BYTES);
  switch (read.kind) {
    case "missing":
      return { fault: "is not there." };
    case "not-a-file":
      return { fault: "is not a file." };
    case "too-large":
      return { fault: `is larger than ${MAX_PLAN_BYTES} bytes.` };
    case "unreadable":
      return { fault: `cannot be read: ${read.why}.` };
    case "bytes": {
      const parsed = parseReport(Buffer.from(read.bytes).toString());
      return "fault" in parsed ? { fault: `is no report: ${parsed.fault}.` } : parsed;
    }
  }
}
