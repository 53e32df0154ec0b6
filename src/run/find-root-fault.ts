import { realpath, stat } from "node:fs/promises";
import { isReserved } from "../files/scope.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { toPosix } from "../shared/posix-path.ts";

/** Why nothing can be done in a root: it is no folder, or one in which nothing is edited. */
export async function findRootFault(root: string): Promise<Diagnostic | undefined> {
  const refuse = (message: string): Diagnostic => ({
    ...{ code: "invalid-root", severity: "error", message },
  });
  if (!(await isFolder(root))) return refuse(`The root ${root} is not a folder.`);
  if (!isReserved(toPosix(await realpath(root)))) return undefined;
  return refuse(`The root ${root} is inside of \`.git\` or \`.sluice\`, where nothing is edited.`);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false, // Whatever is in the way, there is no folder to work in.
  );
}
