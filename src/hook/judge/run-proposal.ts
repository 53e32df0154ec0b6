import { proposeRequest } from "../../command/requests.ts";
import type { GivenPatch } from "../../model/patch/patch.ts";
import type { Report } from "../../model/report/report.ts";
import type { World } from "../../model/world.ts";
import { type OptionsOf, readOptions } from "../../request/options/read-options.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { listingOfRequest } from "../../tree/listing-of-request.ts";
import type { LoadRun } from "../call/load-run.ts";

/** A proposal, and what of its request is not the default of `sluice propose`. */
interface Proposed {
  readonly command: RunRequest["command"];
  readonly proposal: GivenPatch;
  readonly options: Partial<OptionsOf<"propose">>;
  readonly fields: Partial<RunRequest>;
}

/** Runs a proposal as `sluice propose` does, without a sound. */
export async function runProposal(
  { command, proposal, options, fields }: Proposed,
  loadRun: LoadRun,
  world: World & Pick<RunWorld, "keepsCache" | "timedOut">,
): Promise<Report> {
  const read = readOptions("propose", {});
  if (read.kind === "faults") throw new Error("The defaults of `propose` are invalid.");
  const asked = proposeRequest(command, { ...read.options, ...options }, proposal, world.cwd);
  const objects = new Map([...(asked.objects ?? []), ...(fields.objects ?? [])]);
  const request = { ...asked, ...fields, objects };
  const executeRun = await loadRun();
  const listing = await listingOfRequest(request, world, world.timedOut);
  const { report } = await executeRun(request, { ...world, listing, emit: () => undefined });
  return report;
}
