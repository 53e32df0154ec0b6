import { inspectOutputPlace } from "../files/output-place.ts";
import { readBeginning } from "../files/read-beginning.ts";
import type { OutputFolders } from "../files/tree-link.ts";
import { beginsAsPlan } from "./parse-plan.ts";

/**
 * Returns why a plan must not be written to a path, in words that follow the path; undefined if it may be, because it
 * is free or has an earlier plan. `inputs` are the files that the run is given.
 */
export async function planOutputFault(
  folders: OutputFolders,
  path: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const place = await inspectOutputPlace(folders, path, inputs);
  if (place.kind === "refused") return place.fault;
  if (place.kind === "folder") return "is a folder";
  if (place.kind === "free") return undefined;
  const isPlan = beginsAsPlan(await readBeginning(place.path));
  return isPlan ? undefined : "exists and is not a plan. Name another path, or remove the file";
}
