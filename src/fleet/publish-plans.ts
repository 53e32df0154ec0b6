import type { FleetRepository } from "../model/fleet/fleet.ts";
import type { World } from "../model/world.ts";
import type { FleetListener, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import type { FleetState } from "./ledger/fleet-state.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { openMirrors } from "./mirror/mirror-folder.ts";
import { publishFleet } from "./publish/publish-fleet.ts";
import { type PublishPlan, planPublisher } from "./publish/publish-one.ts";
import type { PublishEnd } from "./publish/publish-round.ts";

/** A fleet whose jobs are done. */
interface DoneFleet {
  readonly setting: FleetSetting;
  readonly repositories: readonly FleetRepository[];
  readonly state: FleetState;
  readonly publishPlan: PublishPlan;
  readonly listener: FleetListener;
  readonly world: World;
  readonly signal: AbortSignal;
}

/** Publishes the plans of the repositories that the caller works on, if the fleet wants that. */
export async function publishPlans(
  request: FleetRequest,
  ledger: Ledger,
  fleet: DoneFleet,
): Promise<Pick<PublishEnd, "undone" | "why">> {
  const { setting, repositories, state, listener, world } = fleet;
  if (setting.fleet.publish === undefined) return { undone: 0 };
  const mirrors = openMirrors(request.mirrors, setting.fleet.folder, world);
  if ("fault" in mirrors) return { undone: 1, why: mirrors.fault };
  const { only, maxSize: bytes, repositoryTime: time, lockTimeout } = request;
  const chosen = repositories.filter(({ name }) => only.length === 0 || only.includes(name));
  const byName = new Map(chosen.map((each) => [each.name, each]));
  const publish = planPublisher({
    ...{ ...fleet, mirrors: mirrors.folder, bytes, time, lockTimeout },
    ...{ state: state.folder, repositoryOf: (name) => byName.get(name) },
    ...{ isDryRun: request.isDryRun, perHour: request.publishRate },
  });
  const { undone, why } = await publishFleet({
    ...{ ...fleet, ledger, publish, names: [...byName.keys()], isResumed: request.resume },
    onRow: (row) => listener.onRow(row, undefined),
    onWarning: listener.onWarning,
  });
  if (undone === 0) return { undone };
  const reason = why === undefined ? "" : ` ${why}`;
  return { undone, why: `${undone} plans were not published; go on with --resume.${reason}` };
}
