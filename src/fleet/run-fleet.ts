import type { World } from "../model/world.ts";
import { fleetEnd, invalidEnd, statelessEnd, stoppedEnd } from "./fleet-end.ts";
import type { FleetListener, FleetOutcome, FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import type { MakePlan } from "./job/plan-in.ts";
import { type FleetState, openState, WAITING } from "./ledger/fleet-state.ts";
import { LedgerError } from "./ledger/ledger-error.ts";
import { keepResult } from "./ledger/results.ts";
import { listForRound, repositoryFinder } from "./list-repositories.ts";
import { type OpenRound, openRound } from "./open-round.ts";
import { type FleetRunner, openRunner } from "./open-runner.ts";
import { openSetting } from "./open-setting.ts";
import type { PublishPlan } from "./publish/publish-one.ts";
import { publishPlans } from "./publish-plans.ts";
import { QueueLostError } from "./queue/watch-server.ts";
import { runRound } from "./run-round.ts";

/** The process of a round; its time limit ends it. */
type FleetWorld = World & { readonly timedOut: AbortSignal };

/** What the doors hand in. */
export interface FleetDoors {
  readonly makePlan: MakePlan;
  readonly publishPlan: PublishPlan;
  readonly listener: FleetListener;
}

/** `sluice fleet run`: the recipes over all repositories, each in one state at the end (H2). */
export async function runFleet(
  request: FleetRequest,
  world: FleetWorld,
  doors: FleetDoors,
): Promise<FleetOutcome> {
  const { listener } = doors;
  const signal = AbortSignal.any([world.interrupted, world.timedOut]);
  const opened = await openSetting(request, world, signal);
  if ("end" in opened) return opened.end;
  const { setting } = opened;
  const onWait = () => listener.onWarning(WAITING);
  const state = await openState({ ...request, fleet: setting.fleet, signal, onWait }, world);
  if ("kind" in state) return statelessEnd(state, world);
  try {
    return await runLocked(request, { ...doors, setting, state, world, signal });
  } catch (error) {
    if (signal.aborted) return stoppedEnd(world);
    if (!(error instanceof LedgerError || error instanceof QueueLostError)) throw error;
    return fleetEnd({}, [`${error.message} What was noted counts: go on with --resume.`], world);
  } finally {
    await state.lock.release();
  }
}

/** A fleet whose state this process has locked. */
interface LockedFleet extends FleetDoors {
  readonly setting: FleetSetting;
  readonly state: FleetState;
  readonly world: FleetWorld;
  readonly signal: AbortSignal;
}

async function runLocked(request: FleetRequest, fleet: LockedFleet): Promise<FleetOutcome> {
  const repositoryOf = repositoryFinder(fleet.setting.fleet, fleet.world.env);
  const runner = await openRunner(request, { ...fleet, repositoryOf });
  if ("fault" in runner) return invalidEnd([runner.fault]);
  try {
    return await runOpened(request, fleet, runner);
  } finally {
    await runner.close();
  }
}

async function runOpened(
  request: FleetRequest,
  fleet: LockedFleet,
  runner: FleetRunner,
): Promise<FleetOutcome> {
  const { setting, state, world, listener } = fleet;
  const { folder } = state;
  const listed = await listForRound(folder, request, { ...fleet, interrupted: fleet.signal });
  if ("fault" in listed) return invalidEnd([listed.fault]);
  const { repositories } = listed;
  const opened = await openRound({
    ...{ ...request, folder, repositories, fleet: setting.digest, now: world.now },
  });
  if ("fault" in opened) return invalidEnd([opened.fault]);
  const { ledger, todo, warnings } = opened;
  try {
    for (const each of warnings) listener.onWarning(each);
    listener.onBegin({ all: ledger.round.rows.size, todo: todo.length });
    const { undone } = await workOff(request, opened, { ...fleet, runner });
    const working = { ...fleet, repositories };
    const published = await publishPlans(request, ledger, working);
    const failed = [...ledger.round.rows.values()].filter((row) => row.state === "failed").length;
    const why: string[] =
      undone === 0 ? [] : [`${undone} repositories were not worked on; go on with --resume.`];
    if (published.why !== undefined) why.push(published.why);
    const isFailed = failed + undone + published.undone > 0;
    return { ...fleetEnd({ failed: isFailed }, why, world), round: ledger.round, folder };
  } finally {
    await ledger.close();
  }
}

async function workOff(
  { concurrency, maxFailed }: FleetRequest,
  { ledger, todo, known }: OpenRound,
  { state, signal, listener, runner }: LockedFleet & { readonly runner: FleetRunner },
) {
  const { folder } = state;
  const jobs = await runner.begin({ folder, round: ledger.round, known });
  try {
    return await runRound({
      ...{ ledger, runJob: jobs.run, concurrency, maxFailed, signal },
      names: todo.map(({ name }) => name),
      keep: (result) => keepResult(folder, result),
      onRow: listener.onRow,
    });
  } finally {
    await jobs.close();
  }
}
