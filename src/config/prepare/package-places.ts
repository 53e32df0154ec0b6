import { dirname, join } from "node:path";
import { findRepository } from "../../git/find-repository.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { ownPackageFolders, type PackagePlaces } from "../../shared/package-places.ts";
import { callersPackages } from "../sources/callers-packages.ts";

/** The part of a request that decides which packages are loaded. */
type PackageRequest = Pick<RunRequest, "root" | "packages" | "allowCode">;

type PackageWorld = Pick<RunWorld, "cwd" | "ownFolder" | "configuredIn">;

/**
 * Returns the places of packages: Sluice's own, then those of the caller, then the root's. Those of the root need
 * consent to code, and trust in all of the work tree: the head has chosen what is installed there.
 */
export function packagePlaces(
  { root, packages, allowCode }: PackageRequest,
  { mode }: TrustInUse,
  { cwd, ownFolder, configuredIn: from = root }: PackageWorld,
): PackagePlaces {
  const ofRoot = [join(from, "node_modules")];
  const isAllowed = allowCode && mode === "all";
  return {
    own: ownFolder === undefined ? [] : ownPackageFolders(ownFolder),
    others: [...callersPackages({ packages, cwd }), ...(isAllowed ? ofRoot : [])],
    refused: isAllowed ? [] : ofRoot,
    consent: mode === "all" ? "--allow-code" : "--trust all with --allow-code",
    sources: isAllowed ? undefined : treeOf(from),
  };
}

/** Returns the repository of a root: a package of `--packages` that is a link to its files is code of the tree. */
function treeOf(root: string): string {
  const dotGit = findRepository(root);
  return dotGit === undefined ? root : dirname(dotGit);
}
