import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import { ownPackageFolders, type PackagePlaces } from "../../shared/package-places.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";

/** The part of a request that decides which packages are loaded. */
type PackageRequest = Pick<RunRequest, "root" | "packages" | "allowCode">;

/**
 * Returns the places of packages: Sluice's own, then those of the caller, then the root's. Those of the root need
 * consent to code, and trust in all of the work tree: the head has chosen what is installed there.
 */
export function packagePlaces(
  { root, packages, allowCode }: PackageRequest,
  { mode }: TrustInUse,
  { cwd, ownFolder }: Pick<RunWorld, "cwd" | "ownFolder">,
): PackagePlaces {
  const ofRoot = [join(root, "node_modules")];
  const isAllowed = allowCode && mode === "all";
  return {
    own: ownFolder === undefined ? [] : ownPackageFolders(ownFolder),
    others: [...callersPackages({ packages, cwd }), ...(isAllowed ? ofRoot : [])],
    refused: isAllowed ? [] : ofRoot,
    consent: mode === "all" ? "--allow-code" : "--trust all with --allow-code",
    sources: isAllowed ? undefined : root,
  };
}

/** The folders that the caller named for packages, and the folder that they are relative to. */
type NamedPackages = Pick<RunRequest, "packages"> & Pick<RunWorld, "cwd">;

/** Returns the folders `node_modules` that the caller named. */
export function callersPackages({ packages, cwd }: NamedPackages): readonly string[] {
  return packages.map((folder) => packageFolder(resolve(cwd, folder)));
}

/** Reports folders of `--packages` in which nothing was installed. */
export function packageFolderFaults({ packages, cwd }: NamedPackages): readonly Diagnostic[] {
  return packages
    .filter((folder) => !isFolder(packageFolder(resolve(cwd, folder))))
    .map((folder) => ({
      code: "invalid-option",
      severity: "error",
      message: `--packages: ${folder} has no folder \`node_modules\`.`,
      hint: `Install the packages there: npm install --prefix ${folder} NAME`,
    }));
}

function packageFolder(folder: string): string {
  return basename(folder) === "node_modules" ? folder : join(folder, "node_modules");
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // For any reason, nothing can be loaded from it.
  }
}
