import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { World } from "../../model/world.ts";
import type { Consent } from "../../request/request.ts";

/** The folders that the caller named for packages, and the folder that they are relative to. */
type NamedPackages = Pick<Consent, "packages"> & Pick<World, "cwd">;

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
