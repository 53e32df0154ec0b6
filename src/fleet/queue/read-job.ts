import { readStream } from "../../files/read-stream.ts";
import { type FleetJob, fleetJobSchema } from "../../model/fleet/fleet-job.ts";
import type { World } from "../../model/world.ts";
import { parseJson } from "../../shared/json/parse-json.ts";

/** The variable with a job, for programs that start workers. */
export const JOB_VARIABLE = "SLUICE_FLEET_JOB";

/** The longest job; bytes. */
const MAX_JOB = 64 * 1024;

/** A job without `fleet` is of the fleet file that the worker has. */
type GivenJob = Omit<FleetJob, "fleet"> & { readonly fleet?: string | undefined };

/** Reads one job: of a variable, or of standard input. It is a stranger's. */
export async function readJob(
  { env, standardInput }: Pick<World, "env" | "standardInput">,
  signal: AbortSignal,
): Promise<GivenJob | { readonly fault: string }> {
  const given = env[JOB_VARIABLE];
  const text = given === undefined || given === "" ? await inputOf(standardInput, signal) : given;
  if (typeof text !== "string") return text;
  if (text.length > MAX_JOB) return { fault: "The job is too long." };
  const job = fleetJobSchema.partial({ fleet: true }).safeParse(parseJson(text)).data;
  return job ?? { fault: `It is no job of a fleet, such as ${EXAMPLE}.` };
}

const EXAMPLE = JSON.stringify({ version: 1, repository: "owner/name" });

async function inputOf(
  standardInput: World["standardInput"],
  signal: AbortSignal,
): Promise<string | { readonly fault: string }> {
  const stream = standardInput?.();
  if (stream === undefined)
    return { fault: `There is no job: give one on standard input, or in ${JOB_VARIABLE}.` };
  const read = await readStream(stream, MAX_JOB, signal);
  switch (read.kind) {
    case "bytes":
      return Buffer.from(read.bytes).toString();
    case "too-large":
      return { fault: "The job is too long." };
    case "stopped":
      return { fault: "Standard input did not end in time." };
    case "unreadable":
      return { fault: `Standard input cannot be read: ${read.why}.` };
  }
}
