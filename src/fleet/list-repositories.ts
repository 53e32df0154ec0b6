import { findServer } from "../forge/find-repository.ts";
import { listRepositories as listOnForge } from "../landing/list-repositories.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Fleet, FleetRepository, ForgeEntry } from "../model/fleet/fleet.ts";
import type { FleetRow } from "../model/fleet/fleet-round.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import type { World } from "../model/world.ts";
import type { FleetRequest } from "./fleet-request.ts";
import type { FleetSetting } from "./job/fleet-setting.ts";
import { readLedger } from "./ledger/read-ledger.ts";
import { ListedNames } from "./listed-names.ts";

/** What is known without a question to a forge. */
export interface KnownRepositories {
  /** The caller wants these alone. Empty: all. */
  readonly only: readonly string[];
  /** The rows of the round that is gone on with: a forge is not asked twice in a round. */
  readonly rows?: ReadonlyMap<string, FleetRow> | undefined;
}

type ListingWorld = Pick<World, "env" | "after" | "interrupted">;

/**
 * Returns the repositories of a fleet, in the order of its file, those of a forge by their names; or why a forge does
 * not list its own. One that two entries have is of the first, and one that is written out is of its own entry.
 */
export async function listRepositories(
  fleet: Fleet,
  known: KnownRepositories,
  world: ListingWorld,
): Promise<{ readonly repositories: readonly FleetRepository[] } | { readonly fault: Diagnostic }> {
  const names = new ListedNames(fleet, world.env);
  const found = new Map<string, FleetRepository>();
  for (const entry of fleet.entries) {
    const own =
      entry.kind === "forge"
        ? await listedBy(entry, { ...known, names }, world)
        : [entry.repository];
    if ("fault" in own) return own;
    for (const one of own) found.set(one.name, found.get(one.name) ?? one);
    if (found.size > INPUT_LIMITS.fleetRepositories) return { fault: TOO_MANY };
  }
  return { repositories: [...found.values()] };
}

/** Lists the repositories for a round; those of a forge as the round that is gone on with has them. */
export async function listForRound(
  folder: string,
  { resume, failedOnly, only }: Pick<FleetRequest, "resume" | "failedOnly" | "only">,
  {
    setting: { fleet },
    world,
    interrupted,
  }: Pick<World, "interrupted"> & { readonly setting: FleetSetting; readonly world: World },
): ReturnType<typeof listRepositories> {
  const isForge = fleet.entries.some(({ kind }) => kind === "forge");
  const before = isForge && (resume || failedOnly) ? await readLedger(folder) : undefined;
  return listRepositories(fleet, { only, rows: before?.round?.rows }, { ...world, interrupted });
}

/** Returns what finds repositories by their names. One of a forge is believed to be there: nobody is asked. */
export function repositoryFinder(
  fleet: Fleet,
  env: World["env"],
): (name: string) => FleetRepository | undefined {
  const written = new Map(writtenOf(fleet).map((one) => [one.name, one]));
  const names = new ListedNames(fleet, env);
  return (name) => {
    const own = written.get(name);
    if (own !== undefined) return own;
    for (const entry of fleet.entries) {
      const listed = entry.kind === "forge" ? names.find(name, entry) : undefined;
      if (listed !== undefined) return listed;
    }
    return undefined;
  };
}

function writtenOf({ entries }: Fleet): readonly FleetRepository[] {
  return entries.flatMap((entry) => (entry.kind === "repository" ? [entry.repository] : []));
}

async function listedBy(
  entry: ForgeEntry,
  { only, rows, names }: KnownRepositories & { readonly names: ListedNames },
  world: ListingWorld,
): Promise<readonly FleetRepository[] | { readonly fault: Diagnostic }> {
  const isKnown = findServer(entry.forge, world.env) !== undefined; // The list says why it is not.
  const find = (name: string) => names.find(name, entry) ?? [];
  if (only.length > 0 && isKnown) return only.flatMap(find);
  const before = [...(rows?.keys() ?? [])].flatMap(find);
  if (before.length > 0) return before;
  const listed = await listOnForge(entry, world);
  return "fault" in listed ? listed : listed.flatMap(({ name }) => names.listed(name, entry) ?? []);
}

const TOO_MANY: Diagnostic = {
  code: "not-listed",
  severity: "error",
  message: `The fleet has more than ${INPUT_LIMITS.fleetRepositories} repositories.`,
};
