import { isAbsolute } from "node:path";
import { kindOf, targetOf } from "../files/disk-paths.ts";
import { checkMaxBytes } from "../files/max-bytes.ts";
import { ByteReader } from "../files/read-bytes.ts";
import { readFolder } from "../files/read-folder.ts";
import type { FileRef } from "../files/refs/file-ref.ts";
import { resolveFileRef as resolveIn } from "../files/refs/resolve-file-ref.ts";
import { createScope } from "../files/scope.ts";
import { type Environment, gitIn } from "../git/run-git.ts";
import { listIgnoredByGit } from "../git/status/ask-status.ts";
import type { ScopeRules } from "../model/recipe/scope-rules.ts";
import { OUTPUT_CAP } from "../model/tool.ts";

/** A path to read, and the scope that it is read in. */
export interface FileRefRequest {
  /** Absolute. */
  readonly root: string;
  /**
   * The files that may be read, as globs, folders and files. Default: everything under the root but `.git` and
   * `.sluice`.
   */
  readonly scope?: Partial<ScopeRules>;
  /** The longest part of a file that is returned; bytes. Default: {@link OUTPUT_CAP}. */
  readonly maxBytes?: number;
  /** The variables of the process, which git gets. Default: git inherits them. */
  readonly env?: Environment;
}

/**
 * Reads a file, or lists a folder, below a root as a prompt would attach it (F1–F5, F7–F10, F15, F21). A path that
 * cannot be read is returned as `refused`, with a reason in a sentence. Never writes; asks git what it ignores. Rejects
 * with a `RangeError` if `maxBytes` is not a number of bytes from 1 to 10 MiB, and with a `TypeError` without an
 * absolute `root`.
 */
export async function resolveFileRef(
  path: string,
  { root, scope = {}, maxBytes = OUTPUT_CAP, env }: FileRefRequest,
): Promise<FileRef> {
  if (typeof root !== "string" || !isAbsolute(root))
    throw new TypeError("resolveFileRef needs `root`: the folder below which it reads, absolute.");
  const bytes = new ByteReader(root);
  const sources = {
    workspace: {
      kindOf: (name: string) => kindOf(root, name),
      targetOf: (name: string) => targetOf(root, name),
      listIgnored: () => listIgnoredByGit(root, gitIn(root, env)),
      listUntracked: async () => [],
      readPart: (name: string, start: number, length: number) =>
        bytes.readPart(name, start, length),
      readFolder: (name: string) => readFolder(root, name),
    },
    scope: createScope({ include: ["**"], exclude: [], readonly: [], ...scope }),
  };
  return resolveIn(path, sources, { cap: checkMaxBytes(maxBytes) });
}
