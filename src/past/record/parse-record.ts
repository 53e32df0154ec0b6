import type { ResolvedAction } from "../../model/past/resolution.ts";
import type { Report } from "../../model/report/report.ts";
import { beginsAsPlan, parsePlan } from "../../plan-file/parse-plan.ts";
import { parseReport } from "../../plan-file/parse-report.ts";
import type { Plan } from "../../plan-file/plan.ts";

/** A record by its name: a run that was kept, a plan, or a report; or why it is missing. */
export type ReadRecord =
  | {
      readonly kind: "run";
      readonly name: string;
      readonly report: Report;
      /** The held actions that a person has ended since. */
      readonly resolved: readonly ResolvedAction[];
    }
  | {
      readonly kind: "plan";
      readonly name: string;
      readonly plan: Plan;
      /** Milliseconds since 1970; undefined if it is not known. */
      readonly writtenAt: number | undefined;
    }
  | { readonly kind: "report"; readonly name: string; readonly report: Report }
  | NoRecord;

/** Why there is no record. */
export interface NoRecord {
  readonly kind: "none";
  readonly problems: readonly string[];
  readonly hint?: string;
}

/** Parses the bytes of a plan or of a report, which may come from a stranger; `writtenAt`: milliseconds since 1970. */
export function parseRecord(
  bytes: Uint8Array,
  path: string,
  writtenAt: number | undefined,
): ReadRecord {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused(path, "it is not UTF-8");
  }
  if (beginsAsPlan(text)) {
    const parsed = parsePlan(text, path);
    if ("plan" in parsed) return { kind: "plan", name: path, plan: parsed.plan, writtenAt };
    const [first] = parsed.diagnostics;
    const problems = parsed.diagnostics.map(({ message }) => message);
    return { kind: "none", problems, ...(first?.hint === undefined ? {} : { hint: first.hint }) };
  }
  const parsed = parseReport(text);
  if ("fault" in parsed) return refused(path, parsed.fault);
  return { kind: "report", name: path, report: parsed.report };
}

function refused(path: string, why: string): NoRecord {
  return {
    kind: "none",
    problems: [`${path} is neither a plan nor a report: ${why}.`],
    hint: "Make one with `sluice plan -o FILE`, or with `--report json=FILE`.",
  };
}
