import { readBounded } from "../../files/read-bounded.ts";
import { findSizeFault } from "../../plan-file/find-size-fault.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parseJson } from "../../shared/json/parse-json.ts";
import { shown } from "../../shared/shown.ts";
import type { DigestOf } from "../job/job-digest.ts";
import { checkResult } from "../queue/check-result.ts";
import type { Contribution, OfFleet, ReadContributions } from "./contribution.ts";

/** The largest file of results; bytes. A text of JavaScript holds no more. */
const MAX_RESULTS = 511 * 1024 * 1024;

/** Reads what `fleet worker --once` has printed: a result a line. It may come from an attacker. */
export async function readResults(
  file: string,
  { digestOf, from }: OfFleet,
): Promise<ReadContributions> {
  const read = await readBounded(file, MAX_RESULTS);
  if (read.kind !== "bytes") return { faults: [`${shown(from)} is no readable file.`] };
  const contributions: Contribution[] = [];
  const faults: string[] = [];
  const lines = Buffer.from(read.bytes).toString().split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const found = parseLine(line, digestOf);
    if ("fault" in found) faults.push(`${shown(from)}, line ${index + 1}: ${found.fault}.`);
    else contributions.push({ from, ...found });
  }
  if (faults.length === 0 && contributions.length === 0)
    return { faults: [`${shown(from)} has no result.`] };
  return faults.length > 0 ? { faults } : { contributions };
}

function parseLine(
  line: string,
  digestOf: DigestOf,
): Omit<Contribution, "from"> | { readonly fault: string } {
  const raw = findSizeFault(line) === undefined ? parseJson(line) : undefined;
  if (!isRecord(raw)) return { fault: "it is no result of a job" };
  const name = typeof raw.repository === "string" ? raw.repository : "";
  const fleet = digestOf(name);
  if (fleet === undefined) return { fault: `the fleet has no repository ${shown(name)}` };
  if (raw.fleet !== fleet)
    return {
      fault:
        "it is of another fleet file or entry, of other recipes, or of another version of Sluice",
    };
  const checked = checkResult({ version: 1, fleet, repository: name }, raw);
  if ("fault" in checked) return checked;
  const { planText, ...result } = checked.result;
  const { state, reason, commit } = result;
  const outcome = { state, reason, commit: commit ?? undefined };
  return { name, outcome, result, planText: async () => planText };
}
