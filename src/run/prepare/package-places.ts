import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import { ownPackageFolders, type PackagePlaces } from "../../shared/package-places.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";

/** The part of a request and its world that decides which packages are loaded. */
export type PackageConsent = Pick<RunRequest, "root" | "packages" | "allowCode"> &
  Pick<RunWorld, "cwd" | "ownFolder">;

/**
 * Returns the request without consent to packages of the root unless all of the work tree is trusted: what is installed
 * there was chosen by the head.
 */
export function withTrust<Request extends Pick<PackageConsent, "allowCode">>(
  request: Request,
  { mode }: TrustInUse,
): Request {
  return { ...request, allowCode: request.allowCode && mode === "all" };
}

/** Returns the places of packages: Sluice's own, then those of the caller, then with consent to code the root's. */
export function packagePlaces({
  root,
  packages,
  allowCode,
  cwd,
  ownFolder,
}: PackageConsent): PackagePlaces {
  const ofRoot = [join(root, "node_modules")];
  return {
    own: ownFolder === undefined ? [] : ownPackageFolders(ownFolder),
    others: [...callersPackages({ packages, cwd }), ...(allowCode ? ofRoot : [])],
    refused: allowCode ? [] : ofRoot,
    sources: allowCode ? undefined : root,
  };
}

/** Returns the folders `node_modules` that the caller named. */
export function callersPackages({
  packages,
  cwd,
}: Pick<PackageConsent, "packages" | "cwd">): readonly string[] {
  return packages.map((folder) => packageFolder(resolve(cwd, folder)));
}

/** Reports folders of `--packages` in which nothing was installed. */
export function packageFolderFaults({
  packages,
  cwd,
}: Pick<PackageConsent, "packages" | "cwd">): readonly Diagnostic[] {
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
