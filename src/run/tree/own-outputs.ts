import { relative, resolve } from "node:path";
import { toPosix } from "../../shared/paths/posix-path.ts";
import type { RunRequest } from "../request/request.ts";

/** What Sluice itself writes beside its state while recipes run; relative to the root. */
export function ownOutputsOf(
  { root, record }: Pick<RunRequest, "root" | "record">,
  cwd: string,
): ReadonlySet<string> {
  return new Set(record === undefined ? [] : [toPosix(relative(root, resolve(cwd, record)))]);
}
