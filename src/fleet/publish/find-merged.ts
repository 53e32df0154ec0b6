import { ForgeFault } from "../../forge/forge.ts";
import { findPlaceOf } from "../../landing/find-place.ts";
import type { FleetRow } from "../../model/fleet/fleet-round.ts";
import type { World } from "../../model/world.ts";
import { openTargets } from "../../publish/find-target.ts";
import type { Ledger } from "../ledger/ledger.ts";

/** The pull requests of a round that were published. */
export interface MergedSearch {
  readonly ledger: Ledger;
  readonly world: Pick<World, "env" | "after">;
  readonly signal: AbortSignal;
}

/**
 * Notes the repositories of which all pull requests are merged or closed. It only asks. Returns a sentence for each
 * forge or repository that could not be asked, the first of which ends it if no other could.
 */
export async function findMerged({
  ledger,
  world,
  signal,
}: MergedSearch): Promise<readonly string[]> {
  const open = openTargets();
  const asked = { ...world, interrupted: signal };
  const warnings: string[] = [];
  for (const [name, row] of [...ledger.round.rows]) {
    if (row.state !== "published" || signal.aborted) continue;
    try {
      if (await isOver(row, asked, open)) await ledger.move(name, { state: "merged" });
    } catch (error) {
      if (!(error instanceof ForgeFault)) throw error;
      warnings.push(`${name}: ${error.message}`);
      if (error.kind !== "missing" && error.kind !== "failed") return warnings;
    }
  }
  return warnings;
}

async function isOver(
  { repository: { source }, pulls = [] }: FleetRow,
  world: Parameters<typeof findPlaceOf>[1],
  open: ReturnType<typeof openTargets>,
): Promise<boolean> {
  const numbered = pulls.filter(({ number }) => number !== undefined);
  if (source.kind === "path" || numbered.length === 0) return false;
  const place = await findPlaceOf(source.url, world);
  if ("fault" in place) throw new ForgeFault("denied", place.fault.message);
  const { forge } = await open(place);
  for (const { branch, base, number } of numbered) {
    const found = await forge.findOfBranch(branch, base);
    const state = found.find((pull) => pull.number === number)?.state;
    // One that the forge no longer lists is not known to be merged.
    if (state !== "merged" && state !== "closed") return false;
  }
  return true;
}
