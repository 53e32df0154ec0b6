import { inspectOutputPlace } from "../files/output-place.ts";
import { readBeginning } from "../files/read-beginning.ts";
import { beginsAsPlan } from "./parse-plan.ts";

/**
 * Why a plan must not be written to a path, in words that follow the path; undefined where it may. It takes
 * the place of an earlier plan and of nothing else. `inputs` are files that the run is given.
 */
export async function planOutputFault(
  folder: string,
  path: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const place = await inspectOutputPlace(folder, path, inputs);
  if (place.kind === "refused") return place.fault;
  if (place.kind === "folder") return "is a folder";
  if (place.kind === "free") return undefined;
  const isPlan = beginsAsPlan(await readBeginning(place.path));
  return isPlan ? undefined : "exists and is no plan; name another path or remove it";
}
