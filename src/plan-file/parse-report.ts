import type { z } from "zod";
import { quoteGitPath } from "../edit/text/git-path.ts";
import { asWritten } from "../model/report/as-written.ts";
import type { Report } from "../model/report/report.ts";
import { reportSchema } from "../model/report/report-schema.ts";
import { parseDiff } from "../shared/diff/parse-diff.ts";
import { isRecord } from "../shared/is-record.ts";
import { shapeProblems } from "../shared/schema/shape.ts";
import { shown } from "../shared/shown.ts";
import { structureFault } from "../shared/yaml/structure-fault.ts";
import { findSizeFault } from "./find-size-fault.ts";

/** A line before the hunks that is not one of the names. */
const MODE = /^(?:new file|deleted file|old|new) mode 100(?:644|755)$/;

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

/**
 * Returns the path of a file whose diff names another file, or more than one: `git apply` would write what the report
 * does not tell. Undefined if there is none.
 */
function foreignDiffs({ actions, files }: Report): string | undefined {
  const ofActions = actions.flatMap((action) => action.files);
  const part = ofActions.find(({ path, diff }) => diff !== "" && !isDiffOf(path, diff));
  if (part !== undefined) return part.path;
  // Diffs that do not add up stand one after the other.
  return files.find(({ path, net }) => {
    const diffs = `\n${net?.diff ?? ""}`.split("\ndiff --git ").slice(1);
    const text = diffs.map((diff) => `diff --git ${diff}\n`);
    return (
      (net?.diff ?? "") !== "" && (text.length === 0 || !text.every((one) => isHeadOf(path, one)))
    );
  })?.path;
}

function isDiffOf(path: string, diff: string): boolean {
  return isHeadOf(path, diff) && parseDiff(diff) !== undefined;
}

/** True if the lines before the hunks are those of one file. */
function isHeadOf(path: string, diff: string): boolean {
  const [a, b] = [quoteGitPath(`a/${path}`), quoteGitPath(`b/${path}`)];
  const names = new Set([`--- ${a}`, `+++ ${b}`, "--- /dev/null", "+++ /dev/null"]);
  const hunks = diff.indexOf("\n@@ ");
  const [first, ...others] = diff.slice(0, hunks === -1 ? diff.length : hunks).split("\n");
  return (
    first === `diff --git ${a} ${b}` &&
    others.every((line) => line === "" || MODE.test(line) || names.has(line.replace(/\t$/, "")))
  );
}
