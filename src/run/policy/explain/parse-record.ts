import { beginsAsPlan, parsePlan } from "../../../plan/parse-plan.ts";
import { parseReport } from "../../../plan/parse-report.ts";
import { type FoundRecord, recordOfPlan, recordOfReport } from "./decision-record.ts";

/** Parses the bytes of a plan or of a report, which may come from a stranger; `writtenAt`: milliseconds since 1970. */
export function parseRecord(
  bytes: Uint8Array,
  path: string,
  writtenAt: number | undefined,
): FoundRecord {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused(path, "it is not UTF-8");
  }
  if (beginsAsPlan(text)) {
    const parsed = parsePlan(text, path);
    if ("plan" in parsed)
      return { kind: "found", record: recordOfPlan(parsed.plan, path, writtenAt) };
    const [first] = parsed.diagnostics;
    const problems = parsed.diagnostics.map(({ message }) => message);
    return { kind: "none", problems, ...(first?.hint === undefined ? {} : { hint: first.hint }) };
  }
  const parsed = parseReport(text);
  if ("fault" in parsed) return refused(path, parsed.fault);
  return { kind: "found", record: recordOfReport(parsed.report, { kind: "report", name: path }) };
}

function refused(path: string, why: string): FoundRecord {
  return {
    kind: "none",
    problems: [`${path} is neither a plan nor a report: ${why}.`],
    hint: "Make one with `sluice plan -o FILE`, or with `--report json=FILE`.",
  };
}
