import type { Diagnostic } from "../model/diagnostic.ts";
import type { World } from "../model/world.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { readFleet } from "./file/read-fleet.ts";
import type { FleetRequest } from "./fleet-request.ts";
import { listRepositories } from "./list-repositories.ts";
import { unknownName } from "./unknown-name.ts";

/** A repository as a job of a matrix. */
export interface ListedJob {
  readonly name: string;
  readonly url?: string;
  readonly path?: string;
  readonly ref?: string;
}

/** `sluice fleet list`: the repositories of a fleet, or why they are not known. */
export async function listFleet(
  { file, trust, only }: Pick<FleetRequest, "file" | "trust" | "only">,
  world: World,
): Promise<
  { readonly repositories: readonly ListedJob[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const read = await readFleet(file, trust, world);
  if ("diagnostics" in read) return read;
  const listed = await listRepositories(read.fleet, { only: [] }, world);
  if ("fault" in listed) return { diagnostics: [listed.fault] };
  const unknown = unknownName(only, listed.repositories);
  if (unknown !== undefined) return { diagnostics: [unknown] };
  const chosen = listed.repositories.filter(({ name }) => only.length === 0 || only.includes(name));
  const repositories = chosen.map(({ name, source, ref }): ListedJob => {
    const place = source.kind === "url" ? { url: source.url } : { path: source.path };
    return { name, ...place, ...definedOnly({ ref }) };
  });
  return { repositories };
}
