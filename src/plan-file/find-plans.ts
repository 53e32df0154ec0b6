import { join } from "node:path";
import { readBeginning } from "../files/read-beginning.ts";

/** The beginning of a plan as Sluice writes it: other JSON may have the same first key. */
const WRITTEN =
  /^\{\n {2}"kind": "sluice-plan",\n {2}"formatVersion": "[\d.]+",\n {2}"digest": "[0-9a-f]{64}",\n/;

/** Returns those of some files below a root that are plans. */
export async function findPlans(
  root: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const plans = new Set<string>();
  for (const path of paths)
    if (path.endsWith(".json") && (await isPlan(join(root, path)))) plans.add(path);
  return plans;
}

async function isPlan(file: string): Promise<boolean> {
  const beginning = await readBeginning(file).catch(() => ""); // It may be gone, or not readable.
  return WRITTEN.test(beginning);
}
