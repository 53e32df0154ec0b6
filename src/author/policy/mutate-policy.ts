import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import type { MutatedPolicy, Survivor } from "../../model/policy/mutations.ts";
import { findSurvivors } from "../../policy/mutants/find-survivors.ts";
import type { PolicyChange } from "../../policy/mutants/mutants.ts";
import { type PlaceOfRule, rulePlaces, shownPlace } from "../../policy/testing/rule-places.ts";
import { type ReadyTest, runTest } from "../../policy/testing/run-tests.ts";
import type { ReadPolicy } from "./test-policy.ts";

/** Changes a policy in every way, and says which change none of its tests notices. */
export async function mutatePolicy(
  { policy, files, reader }: ReadPolicy,
  ready: readonly ReadyTest[],
): Promise<MutatedPolicy | "failing" | "stopped"> {
  const placeOf = rulePlaces(files);
  try {
    for (const each of ready) {
      await reader.loading.pause();
      if (!runTest(policy, each).passed) return "failing";
    }
    const ofDefault = placeOfDefault(files);
    const isOwn = (id: string) => (id === "default" ? ofDefault : placeOf(id)) !== undefined;
    const pause = () => reader.loading.pause();
    const { tried, survivors, isCut } = await findSurvivors(policy, ready, isOwn, pause);
    const killed = tried - survivors.length;
    const score = tried === 0 ? 100 : Math.floor((100 * killed) / tried);
    const shown = survivors.map((mutant) =>
      survivorOf(mutant, mutant.rule === "default" ? ofDefault : undefined, placeOf),
    );
    return { score, tried, killed, isCut, survivors: shown };
  } catch (error) {
    if (error instanceof LoadingStopped) return "stopped";
    throw error;
  }
}

/** Returns the place of the default that counts; undefined if it is that of a built-in policy. */
function placeOfDefault(files: ReadPolicy["files"]): ReturnType<PlaceOfRule> {
  const file = files.find(({ written }) => written.default !== undefined);
  const place = file?.source.placeOf(["default"]);
  return place?.line === undefined ? undefined : place;
}

function survivorOf(
  { rule, change, at }: PolicyChange,
  ofDefault: ReturnType<PlaceOfRule>,
  placeOf: PlaceOfRule,
): Survivor {
  const place = ofDefault ?? placeOf(rule, at);
  return { rule, change, ...(place === undefined ? {} : shownPlace(place)) };
}
