import { realpath, stat } from "node:fs/promises";
import { rootRuleFault } from "../files/path-rules.ts";
import type { Diagnostic } from "../model/diagnostic.ts";

/** Returns why nothing can be done in a root: it is not a folder, or nothing is edited in it. */
export async function findRootFault(root: string): Promise<Diagnostic | undefined> {
  const refuse = (fault: string): Diagnostic => ({
    code: "invalid-root",
    severity: "error",
    message: `The root ${root} ${fault}.`,
  });
  if (!(await isFolder(root))) return refuse("is not a folder");
  const fault = rootRuleFault(await realpath(root));
  return fault === undefined ? undefined : refuse(fault);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false, // For any reason, there is no folder to work in.
  );
}
