import { relative, resolve } from "node:path";
import { toPosix } from "../../shared/paths/posix-path.ts";
import type { RunRequest } from "../request/request.ts";

/** Returns the files other than its state that Sluice itself writes while recipes run; relative to the root. */
export function ownOutputsOf(
  { root, record }: Pick<RunRequest, "root" | "record">,
  cwd: string,
): ReadonlySet<string> {
  return new Set(record === undefined ? [] : [toPosix(relative(root, resolve(cwd, record)))]);
}
