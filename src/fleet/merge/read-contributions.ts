import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isFile } from "../../shared/package-places.ts";
import { shown } from "../../shared/shown.ts";
import { LEDGER_FILE } from "../ledger/read-ledger.ts";
import type { Contribution, OfFleet } from "./contribution.ts";
import { readResults } from "./read-results.ts";
import { readState } from "./read-state.ts";

/** A file or a folder that is named: absolute, and as it is shown. */
export interface NamedPlace {
  readonly path: string;
  readonly from: string;
}

/**
 * Reads what jobs of the fleet with that digest left: state folders, files of results, and folders of these, as
 * artifacts of a matrix come; `target` is none of them. Returns all that is wrong, in sentences.
 */
export async function readContributions(
  named: readonly NamedPlace[],
  { target, ...of }: Omit<OfFleet, "from"> & { readonly target: string },
): Promise<{
  readonly contributions: readonly Contribution[];
  readonly faults: readonly string[];
}> {
  const contributions: Contribution[] = [];
  const faults: string[] = [];
  for (const place of named)
    for (const each of await placesIn(place)) {
      const { path, from } = each;
      if (path === target) {
        faults.push(
          `${shown(from)} is the state that would be written: name another with --state.`,
        );
        continue;
      }
      const isState = isFile(join(path, LEDGER_FILE));
      const read = await (isState ? readState : readResults)(path, { ...of, from });
      if ("faults" in read) faults.push(...read.faults);
      else contributions.push(...read.contributions);
    }
  if (faults.length === 0 && contributions.length === 0)
    faults.push("There is no outcome of a job in what is named.");
  return { contributions, faults };
}

/** Returns the places in a folder that is no state itself. */
async function placesIn(place: NamedPlace): Promise<readonly NamedPlace[]> {
  const { path, from } = place;
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() !== true || isFile(join(path, LEDGER_FILE))) return [place];
  const names = (await readdir(path)).sort();
  return names
    .map((name) => ({ path: join(path, name), from: `${from}/${name}` }))
    .filter((each) => isFile(join(each.path, LEDGER_FILE)) || /\.jsonl?$/.test(each.path));
}
