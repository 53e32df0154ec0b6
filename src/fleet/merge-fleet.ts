import { resolve } from "node:path";
import { clearFleetFolder } from "../apply/state/fleet-folder.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { exitOf } from "../model/exit-code.ts";
import type { ListedRepository } from "../model/fleet/fleet-round.ts";
import type { World } from "../model/world.ts";
import { shown } from "../shared/shown.ts";
import { fleetEnd, invalidEnd, statelessEnd } from "./fleet-end.ts";
import type { FleetListener, FleetOutcome, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import { digestFinder } from "./job/job-digest.ts";
import { openState, stateFolderOf, WAITING } from "./ledger/fleet-state.ts";
import { Ledger } from "./ledger/ledger.ts";
import { LedgerError } from "./ledger/ledger-error.ts";
import { readLedger } from "./ledger/read-ledger.ts";
import { keepResult } from "./ledger/results.ts";
import { repositoryFinder } from "./list-repositories.ts";
import { addUp } from "./merge/add-up.ts";
import type { Contribution } from "./merge/contribution.ts";
import { readContributions } from "./merge/read-contributions.ts";
import { listedOf } from "./open-round.ts";
import { openSetting } from "./open-setting.ts";

/** What a caller wants merged. */
export interface FleetMergeRequest
  extends Pick<FleetRequest, "file" | "trust" | "state" | "packages" | "lockTimeout"> {
  /** State folders, files of results, and folders of these. */
  readonly from: readonly string[];
}

/** `sluice fleet merge`: one round of what jobs that ran alone have found. */
export async function mergeFleet(
  request: FleetMergeRequest,
  world: World,
  { onWarning, onRow }: FleetListener,
): Promise<FleetOutcome> {
  const signal = world.interrupted;
  const opened = await openSetting(request, world, signal);
  if ("end" in opened) return opened.end;
  const { setting } = opened;
  const found = await findOutcomes(request, setting, world);
  if ("faults" in found) return invalidEnd(found.faults.map(unfit));
  const onWait = () => onWarning(WAITING);
  const state = await openState({ ...request, fleet: setting.fleet, signal, onWait }, world);
  if ("kind" in state) return statelessEnd(state, world);
  try {
    return await writeRound(state.folder, found, { setting, now: world.now, onRow });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return fleetEnd({}, [error.message], world);
  } finally {
    await state.lock.release();
  }
}

/** The outcomes of a round, and all of its repositories, in the order of the fleet file. */
interface Found {
  readonly outcomes: ReadonlyMap<string, Contribution>;
  readonly repositories: readonly ListedRepository[];
}

async function findOutcomes(
  { from, state }: FleetMergeRequest,
  setting: FleetSetting,
  world: Pick<World, "cwd" | "env">,
): Promise<Found | { readonly faults: readonly string[] }> {
  const named = from.map((each) => ({ path: resolve(world.cwd, each), from: each }));
  const { fleet, digest } = setting;
  const target = stateFolderOf({ fleet, state }, world.cwd);
  const digestOf = digestFinder(digest, repositoryFinder(fleet, world.env));
  const read = { fleet: digest, digestOf, target };
  const { contributions, faults } = await readContributions(named, read);
  const added = addUp(contributions);
  if (faults.length > 0) return { faults };
  if ("faults" in added) return added;
  return listOutcomes(added.outcomes, setting);
}

/** A repository that a forge lists is known by the rounds of the jobs alone. */
function listOutcomes(
  outcomes: Found["outcomes"],
  { fleet: { entries }, digest }: FleetSetting,
): Found | { readonly faults: readonly string[] } {
  const repositories = new Map<string, ListedRepository>();
  for (const entry of entries) {
    if (entry.kind !== "repository") continue;
    repositories.set(entry.repository.name, listedOf(digest, entry.repository));
  }
  const faults: string[] = [];
  for (const [name, { listed, from }] of outcomes) {
    if (repositories.has(name)) continue;
    const isOfForge = listed !== undefined && entries[listed.entry]?.kind === "forge";
    if (isOfForge) repositories.set(name, listed);
    else faults.push(`${shown(from)}: the fleet has no repository ${shown(name)}.`);
  }
  const inOrder = [...repositories.values()].sort((a, b) => a.entry - b.entry);
  return faults.length > 0 ? { faults } : { outcomes, repositories: inOrder };
}

interface MergeContext extends Pick<World, "now">, Pick<FleetListener, "onRow"> {
  readonly setting: FleetSetting;
}

async function writeRound(
  folder: string,
  { outcomes, repositories }: Found,
  { setting: { digest: fleet }, now, onRow }: MergeContext,
): Promise<FleetOutcome> {
  const last = await readLedger(folder).catch(() => undefined); // One that cannot be read has no round.
  const round = (last?.round?.round ?? 0) + 1;
  const ledger = await Ledger.begin(folder, { round, fleet, repositories }, now);
  try {
    await clearFleetFolder(folder);
    for (const { name } of repositories) {
      const found = outcomes.get(name);
      if (found === undefined) continue;
      const { result, outcome } = found;
      if (result !== undefined)
        await keepResult(folder, { ...result, planText: await found.planText() });
      await ledger.move(name, outcome);
      const row = ledger.round.rows.get(name);
      if (row !== undefined && result !== undefined) onRow(row, result);
    }
    const missing = repositories.length - outcomes.size;
    const failed = [...ledger.round.rows.values()].some(({ state }) => state === "failed");
    const why =
      missing === 0 ? [] : [`${missing} repositories have no outcome; go on with --resume.`];
    const exit = exitOf({ failed: failed || missing > 0 });
    return { ...exit, round: ledger.round, folder, diagnostics: [], why };
  } finally {
    await ledger.close();
  }
}

function unfit(message: string): Diagnostic {
  return { code: "invalid-value", severity: "error", message };
}
