import { readBounded } from "../../files/read-bounded.ts";
import { findSizeFault } from "../../plan-file/find-size-fault.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parseJson } from "../../shared/json/parse-json.ts";
import { shown } from "../../shared/shown.ts";
import { checkResult } from "../queue/check-result.ts";
import type { Contribution, ReadContributions } from "./contribution.ts";

/** The largest file of results; bytes. A text of JavaScript holds no more. */
const MAX_RESULTS = 511 * 1024 * 1024;

/** Reads what `fleet worker --once` has printed: a result a line. It may come from an attacker. */
export async function readResults(
  file: string,
  { fleet, from }: { readonly fleet: string; readonly from: string },
): Promise<ReadContributions> {
  const read = await readBounded(file, MAX_RESULTS);
  if (read.kind !== "bytes") return { faults: [`${shown(from)} is no readable file.`] };
  const contributions: Contribution[] = [];
  const faults: string[] = [];
  const lines = Buffer.from(read.bytes).toString().split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const found = parseLine(line, fleet);
    if ("fault" in found) faults.push(`${shown(from)}, line ${index + 1}: ${found.fault}.`);
    else contributions.push({ from, ...found });
  }
  if (faults.length === 0 && contributions.length === 0)
    return { faults: [`${shown(from)} has no result.`] };
  return faults.length > 0 ? { faults } : { contributions };
}

function parseLine(
  line: string,
  fleet: string,
): Omit<Contribution, "from"> | { readonly fault: string } {
  const raw = findSizeFault(line) === undefined ? parseJson(line) : undefined;
  if (!isRecord(raw)) return { fault: "it is no result of a job" };
  const { repository } = raw;
  if (raw.fleet !== fleet)
    return {
      fault: "it is of another fleet file, of other recipes, or of another version of Sluice",
    };
  const name = typeof repository === "string" ? repository : "";
  const checked = checkResult({ version: 1, fleet, repository: name }, raw);
  if ("fault" in checked) return checked;
  const { planText, ...result } = checked.result;
  const { state, reason, commit } = result;
  const outcome = { state, reason, commit: commit ?? undefined };
  return { name, outcome, result, planText: async () => planText };
}
