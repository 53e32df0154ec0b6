import type { ForgeFault } from "../../forge/forge.ts";
import { TipFault } from "../../git/fetched/tip-fault.ts";
import { findPlaceOf } from "../../landing/find-place.ts";
import type { Fleet, FleetRepository } from "../../model/fleet/fleet.ts";
import type { FleetRow } from "../../model/fleet/fleet-round.ts";
import type { Report } from "../../model/report/report.ts";
import type { World } from "../../model/world.ts";
import { openTargets, type Target } from "../../publish/find-target.ts";
import type { Publication } from "../../publish/publishing-context.ts";
import { defaultsOf } from "../../request/options/request-fields.ts";
import type { PublishRequest, RunWorld } from "../../request/request.ts";
import type { FleetSetting } from "../job/fleet-setting.ts";
import { planRequest, worldIn } from "../job/plan-in.ts";
import { reasonOf } from "../job/reason-of.ts";
import type { Transition } from "../ledger/ledger.ts";
import { readPlan } from "../ledger/results.ts";
import { openCheckout } from "../mirror/open-checkout.ts";
import { type MirrorContext, openMirrorOf } from "../mirror/open-mirror.ts";
import { openPace } from "./open-pace.ts";
import type { PublishedOne, PublishOne } from "./publish-round.ts";
import { publishedState } from "./published-state.ts";
import { watchForge } from "./watch-forge.ts";

/** Publishes a plan: the function of `src/publish`, which the doors hand in, so that no way to it gets longer. */
export type PublishPlan = (
  request: PublishRequest,
  world: RunWorld,
  publication: Publication,
) => Promise<Report>;

/** What publishes the plans of a fleet. */
export interface PublishContext extends MirrorContext {
  readonly publishPlan: PublishPlan;
  readonly setting: FleetSetting;
  readonly world: World;
  /** The state folder. */
  readonly state: string;
  readonly repositoryOf: (name: string) => FleetRepository | undefined;
  /** The most pull requests that are opened in an hour. */
  readonly perHour: number;
  readonly isDryRun: boolean;
}

/** Returns what publishes the plan of one repository after the other, at one rate. */
export function planPublisher(context: PublishContext): PublishOne {
  const { world, signal, perHour } = context;
  const open = openTargets();
  const pace = openPace(perHour, { ...world, interrupted: signal });
  return async (row) => {
    const repository = context.repositoryOf(row.repository.name);
    if (repository === undefined) return failed("removed", "The fleet file no longer lists it.");
    if (repository.source.kind === "path") return { transition: NO_FORGE };
    const text = await readPlan(context.state, row.repository.name);
    if (text === undefined) return failed("no-plan", "Its plan is gone, or is not what was kept.");
    const place = await findPlaceOf(repository.source.url, { ...world, interrupted: signal });
    if ("fault" in place) {
      const { code, message } = place.fault;
      // A job of a matrix has none: whoever adds the jobs up publishes.
      if (place.lacksToken) return { transition: later("no-token", message) };
      return failed(code, message);
    }
    const target = await open(place);
    let end: ForgeFault | undefined;
    const forge = watchForge(pace(target.forge), (fault) => {
      end = fault;
    });
    try {
      const report = await publishIn(row, repository, text, {
        ...context,
        target: { ...target, forge },
      });
      const transition = publishedState(report, end);
      // A push that was cut off looks like one that failed.
      const isStopped = signal.aborted && transition?.state !== "published";
      return { transition: isStopped ? undefined : transition, end };
    } catch (error) {
      if (signal.aborted) return { transition: undefined };
      if (!(error instanceof TipFault)) throw error;
      return failed(error.code, `The repository was not fetched: ${error.message}.`);
    }
  };
}

/** Publishes from a checkout of the commit that the plan was made on. */
async function publishIn(
  { commit }: FleetRow,
  repository: FleetRepository,
  planText: string,
  context: PublishContext & { readonly target: Target },
): Promise<Report> {
  const { setting, world, signal, target, isDryRun, publishPlan } = context;
  const mirror = await openMirrorOf(repository, commit, context);
  try {
    const tree = await openCheckout(mirror, world, signal);
    try {
      const { recipes, policy, trust, base, inputs } = planRequest(
        tree.folder,
        repository,
        setting,
      );
      const request = {
        ...defaultsOf("publish"),
        ...{ root: tree.folder, recipes, policy, trust, base, inputs, isDryRun },
        ...{ plan: `the plan of ${repository.name}`, planText },
      };
      return await publishPlan(request, worldIn(world, signal), {
        target,
        publish: publishOf(setting.fleet),
        base: baseOf(repository),
      });
    } finally {
      await tree.remove();
    }
  } finally {
    await mirror.release();
  }
}

/** Undefined: as the policy says. */
function publishOf({ publish }: Fleet) {
  return publish === "policy" ? undefined : publish;
}

/** A pull request for another branch would bring all commits that this one has and that one has not. */
function baseOf({ ref }: Pick<FleetRepository, "ref">): string | undefined {
  return ref?.replace(/^refs\/heads\//, "");
}

function failed(code: string, message: string): PublishedOne {
  return { transition: { state: "failed", reason: reasonOf(code, message) } };
}

function later(code: string, message: string): Transition {
  return { state: "planned", reason: reasonOf(code, message) };
}

const NO_FORGE = later(
  "no-forge",
  "A repository that is named by its path is on no forge: name it by its address.",
);
