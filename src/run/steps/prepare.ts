import { openSearch } from "../../config/prepare/open-search.ts";
import { prepareRun } from "../../config/prepare/prepare-run.ts";
import { isDryRun } from "../../model/run-kind.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { listingOfRequest } from "../../tree/listing-of-request.ts";
import { ownOutputsOf } from "../../tree/own-outputs.ts";
import type { NoWriting } from "../../tree/write/hold-lock.ts";
import { takeWriting, type Writing } from "../../tree/write/take-writing.ts";
import { RunStop } from "../state/run-stop.ts";
import { type CheckedRun, isRunnable } from "./start-run.ts";

/** Reads and checks everything that the request names. */
export async function prepare(request: RunRequest, world: RunWorld): Promise<CheckedRun> {
  const startedAt = world.now();
  const listing = world.listing ?? (await listingOfRequest(request, world));
  const prepared = await prepareRun(request, { ...world, listing });
  const { root, command, cache, staged, lockTimeout, check, exitZero, why, maxActions } = request;
  return {
    settings: {
      ...{ root, command, cache, staged, lockTimeout, check, exitZero, why, maxActions },
      ownOutputs: ownOutputsOf(request, world),
    },
    world,
    startedAt,
    listing,
    prepared,
    openSearch: (run) => openSearch(request, world, run),
    stop: new RunStop(world.interrupted, world.timedOut),
  };
}

/** Takes the lock of the root. Returns undefined if nothing will be written: in a dry run, and if nothing is run. */
export async function lockRun(checked: CheckedRun): Promise<Writing | NoWriting | undefined> {
  const { settings, world, listing, prepared, stop } = checked;
  if (isDryRun(settings.command) || !isRunnable(prepared)) return undefined;
  return takeWriting({ ...settings, signal: stop.signal, listing }, world);
}
