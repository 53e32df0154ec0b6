import { lstatSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { World } from "../model/world.ts";
import { toPosix } from "../shared/paths/posix-path.ts";
import { fileId } from "../shared/process/output-files.ts";

/** The files other than its state that Sluice itself writes while recipes run; relative to the root. */
export interface OwnOutputs {
  has(path: string): boolean;
}

/** Returns them: a recording, and files that the standard outputs are redirected to. */
export function ownOutputsOf(
  { root, record }: { readonly root: string; readonly record?: string | undefined },
  { cwd, outputFiles }: Pick<World, "cwd" | "outputFiles">,
): OwnOutputs {
  const recording =
    record === undefined ? undefined : toPosix(relative(root, resolve(cwd, record)));
  return {
    has(path) {
      if (path === recording) return true;
      if (outputFiles === undefined || outputFiles.size === 0) return false;
      const stats = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
      return stats !== undefined && outputFiles.has(fileId(stats));
    },
  };
}
