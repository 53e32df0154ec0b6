import { join } from "node:path";
import { FLEET_FOLDERS } from "../../apply/state/fleet-folder.ts";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { type JobResult, jobResultSchema } from "../../model/fleet/fleet-job.ts";
import type { FleetRow } from "../../model/fleet/fleet-round.ts";
import { parseJson } from "../../shared/json/parse-json.ts";
import { messageOf } from "../../shared/message-of.ts";
import { sha256 } from "../../shared/sha256.ts";
import { LedgerError } from "./ledger-error.ts";

/** The largest result without its plan; bytes. */
const MAX_RESULT = 64 * 1024 * 1024;

/** Keeps the result of a job, and before it its plan: a result that is there has its plan. Throws a `LedgerError`. */
export async function keepResult(folder: string, result: JobResult): Promise<void> {
  const { planText, ...rest } = result;
  const name = fileOf(result.repository);
  const keep = (kind: keyof typeof FLEET_FOLDERS, text: string) =>
    keepRunFile(join(folder, FLEET_FOLDERS[kind]), name, text);
  try {
    if (planText !== undefined) await keep("plans", planText);
    await keep("results", `${JSON.stringify(rest)}\n`);
  } catch (error) {
    throw new LedgerError(`A result cannot be kept: ${messageOf(error)}.`, { cause: error });
  }
}

/** Returns the kept result of a repository, without the text of its plan; undefined if there is none that is whole. */
export async function readResult(
  folder: string,
  repository: string,
): Promise<JobResult | undefined> {
  const path = join(folder, FLEET_FOLDERS.results, fileOf(repository));
  const read = await readBounded(path, MAX_RESULT);
  if (read.kind !== "bytes") return undefined;
  // Anyone may have written it.
  const result = jobResultSchema.safeParse(parseJson(Buffer.from(read.bytes).toString())).data;
  return result?.repository === repository ? result : undefined;
}

/** Returns the file of the plan of a repository. It exists if its result has a `plan`. */
export function planFile(folder: string, repository: string): string {
  return join(folder, FLEET_FOLDERS.plans, fileOf(repository));
}

/** Reads the kept plan of a repository; undefined if there is none, or if it is not what was kept. */
export async function readPlan(folder: string, repository: string): Promise<string | undefined> {
  const result = await readResult(folder, repository);
  if (result?.plan === undefined) return undefined;
  const read = await readBounded(planFile(folder, repository), result.plan.bytes);
  const text = read.kind === "bytes" ? Buffer.from(read.bytes).toString() : undefined;
  return text !== undefined && sha256(text) === result.plan.digest ? text : undefined;
}

/** True if what a job of a round has found is still there: the result of a repository, with its plan as it was made. */
export async function isKept(
  folder: string,
  { repository: { name, job }, state, commit }: FleetRow,
): Promise<boolean> {
  const result = await readResult(folder, name);
  if (result?.fleet !== job || result.state !== state) return false;
  if ((result.commit ?? undefined) !== commit) return false;
  return result.plan === undefined || (await readPlan(folder, name)) !== undefined;
}

/** A name of a repository is a stranger's, and never becomes a path. */
function fileOf(repository: string): string {
  return `${sha256(repository)}.json`;
}
