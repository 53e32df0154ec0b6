import type { World } from "../../model/world.ts";
import type { FleetSetting } from "../job/fleet-setting.ts";
import { findMerged } from "./find-merged.ts";
import { type PublishEnd, type PublishWork, publishRound } from "./publish-round.ts";

/** A round whose plans are published. */
export interface FleetPublication extends PublishWork {
  readonly setting: FleetSetting;
  readonly world: World;
  /** True for a round that is gone on with: its pull requests may be merged by now. */
  readonly isResumed: boolean;
  /** A warning, as a sentence. */
  readonly onWarning: (message: string) => void;
}

/** Publishes the plans of a round, if the fleet wants that, and looks what became of those that were published. */
export async function publishFleet(publication: FleetPublication): Promise<PublishEnd> {
  const { setting, ledger, world, signal, isResumed, onWarning } = publication;
  if (setting.fleet.publish === undefined) return { failed: 0, undone: 0 };
  if (isResumed) for (const each of await findMerged({ ledger, world, signal })) onWarning(each);
  return publishRound(publication);
}
