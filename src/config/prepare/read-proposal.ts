import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import type { PreparedRun } from "./prepared-run.ts";

/** Reads the proposal of a request if it has one: most have recipes alone. */
export async function readProposal(
  { proposal }: RunRequest,
  world: RunWorld,
  signal: AbortSignal,
): Promise<Pick<PreparedRun, "givenPatch"> | { readonly fault: Diagnostic }> {
  if (proposal === undefined) return {};
  if ("text" in proposal) return { givenPatch: proposal };
  const { readGivenPatch } = await import("../sources/read-given-patch.ts");
  return readGivenPatch(proposal, world, signal);
}
