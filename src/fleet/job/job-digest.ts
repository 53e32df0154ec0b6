import type { FleetRepository } from "../../model/fleet/fleet.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { sha256 } from "../../shared/sha256.ts";

/** The parts of an entry by which a job is another one. Folders differ from machine to machine: their names count. */
type Subject = Pick<FleetRepository, "name" | "source" | "ref" | "paths" | "inputs">;

/** Returns the digest of what a job is about: the fleet, by its digest, and a repository as its entry has it. */
export function jobDigest(fleet: string, repository: Subject): string {
  const { name, source, ref, paths, inputs } = repository;
  const url = source.kind === "url" ? source.url : undefined;
  return sha256(canonicalJson([fleet, { name, url, ref, paths, inputs }]));
}

/** Returns the digest of the jobs of a repository by its name; undefined for one that the fleet does not have. */
export type DigestOf = (name: string) => string | undefined;

/** Returns what finds the digests of the jobs of a fleet. */
export function digestFinder(
  fleet: string,
  repositoryOf: (name: string) => FleetRepository | undefined,
): DigestOf {
  return (name) => {
    const repository = repositoryOf(name);
    return repository === undefined ? undefined : jobDigest(fleet, repository);
  };
}
