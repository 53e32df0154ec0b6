import { readBounded } from "../../files/read-bounded.ts";
import type { JobResult } from "../../model/fleet/fleet-job.ts";
import type { FleetRow } from "../../model/fleet/fleet-round.ts";
import { isFinal } from "../../model/fleet/fleet-state.ts";
import { MAX_PLAN_BYTES } from "../../plan-file/read-plan.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shown } from "../../shared/shown.ts";
import type { DigestOf } from "../job/job-digest.ts";
import { readLedger } from "../ledger/read-ledger.ts";
import { planFile, readResult } from "../ledger/results.ts";
import { checkResult } from "../queue/check-result.ts";
import type { Contribution, OfFleet, ReadContributions } from "./contribution.ts";

/** Reads the state folder of a job that ran alone, of the fleet with that digest. It may come from an attacker. */
export async function readState(
  folder: string,
  { fleet, digestOf, from }: OfFleet,
): Promise<ReadContributions> {
  const fault = (why: string) => ({ faults: [`${shown(from)} ${why}.`] });
  let ledger: Awaited<ReturnType<typeof readLedger>>;
  try {
    ledger = await readLedger(folder);
  } catch (error) {
    return fault(`cannot be read: ${messageOf(error)}`);
  }
  if (ledger?.round === undefined) return fault("has no round of a fleet");
  if (ledger.damagedLine !== undefined)
    return fault(`is damaged: line ${ledger.damagedLine} of its ledger`);
  if (ledger.round.fleet !== fleet)
    return fault("is of another fleet file, of other recipes, or of another version of Sluice");
  const contributions: Contribution[] = [];
  const faults: string[] = [];
  for (const [name, row] of ledger.round.rows) {
    if (!isFinal(row.state)) continue;
    const read = await readRow(folder, row, digestOf);
    if ("fault" in read) faults.push(`${shown(from)}: ${shown(name)}: ${read.fault}.`);
    else contributions.push({ from, name, listed: row.repository, ...read });
  }
  return faults.length > 0 ? { faults } : { contributions };
}

type ReadRow = Pick<Contribution, "outcome" | "result" | "planText">;

async function readRow(
  folder: string,
  { repository: { name, job }, state, reason, commit, pulls }: FleetRow,
  digestOf: DigestOf,
): Promise<ReadRow | { readonly fault: string }> {
  const outcome = { state, reason, commit, pulls };
  const fleet = digestOf(name);
  if (fleet === undefined) return { fault: "the fleet has no such repository" };
  if (job !== fleet) return { fault: "its entry in the fleet file has changed" };
  const result = await readResult(folder, name);
  if (result === undefined) {
    if (state !== "failed" && state !== "skipped") return { fault: "its result is missing" };
    return { outcome, planText: async () => undefined };
  }
  const planText = () => textOf(folder, result);
  const checked = checkResult(
    { version: 1, fleet, repository: name },
    { ...result, planText: await planText() },
  );
  return "fault" in checked ? checked : { outcome, result, planText };
}

async function textOf(
  folder: string,
  { plan, repository }: JobResult,
): Promise<string | undefined> {
  if (plan === undefined) return undefined;
  const read = await readBounded(planFile(folder, repository), MAX_PLAN_BYTES);
  return read.kind === "bytes" ? Buffer.from(read.bytes).toString() : undefined;
}
