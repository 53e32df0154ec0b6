import type { AstEditParams } from "../../../model/recipe.ts";
import type { SearchSettings } from "../../../model/search-settings.ts";
import type { Workspace } from "../../../model/workspace.ts";
import type { CollectedFindings } from "./collected-findings.ts";
import { FileSearchers } from "./file-searchers.ts";
import type { Candidate } from "./find-candidates.ts";
import { createLetThrough } from "./let-through.ts";
import type { OpsOfFiles } from "./ops-of-files.ts";
import { type PrefilterOutcome, prefilterFile } from "./prefilter-file.ts";
import type { FileResult } from "./read-searchable.ts";
import { searchInProcess } from "./search-in-process.ts";

/** What a search of files needs of its surroundings. */
export interface FileSearch {
  readonly params: AstEditParams;
  readonly opsOfFiles: OpsOfFiles;
  readonly workspace: Workspace;
  readonly search: SearchSettings;
  readonly signal: AbortSignal;
  /** Told every so many files, and after the last one. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** How often the sifting of files, of which each takes microseconds, lets other work through. */
const YIELD_EVERY = 32;

/** Looks at files, and collects what each comes to in the order given. Reads; never writes (A1). */
export async function searchFiles(
  files: readonly Candidate[],
  search: FileSearch,
  collected: CollectedFindings,
): Promise<void> {
  const { maxFiles, maxReplacements } = search.params;
  // Where a limit may cut the search off, what a file comes to depends on those before it.
  const hasLimit = maxFiles !== undefined || maxReplacements !== undefined;
  const inWay = hasLimit ? searchOneByOne : searchTogether;
  await inWay(files, search, collected);
  if (files.length > 0) search.onProgress?.(files.length, files.length);
}

async function searchOneByOne(
  files: readonly Candidate[],
  search: FileSearch,
  collected: CollectedFindings,
): Promise<void> {
  const letThrough = createLetThrough(search.signal);
  for (const [index, candidate] of files.entries()) {
    const { path } = candidate;
    if (collected.isFull) collected.skip(path, { why: "over-limit" });
    else {
      const sifted = sift(candidate, search);
      if (sifted.kind === "possible") {
        const { file } = sifted;
        const { room } = collected;
        const source = file.take();
        const look =
          "kind" in source
            ? source
            : await searchInProcess(source, file.ops.ops, search.params, { room, letThrough });
        file.note(look);
        collect(collected, path, look);
      } else collect(collected, path, sifted.kind === "known" ? sifted.look : sifted);
    }
    if (index % YIELD_EVERY === 0) {
      search.onProgress?.(index, files.length);
      await letThrough();
    }
  }
}

async function searchTogether(
  files: readonly Candidate[],
  search: FileSearch,
  collected: CollectedFindings,
): Promise<void> {
  const letThrough = createLetThrough(search.signal);
  const lookers = new FileSearchers({ ...search, letThrough });
  /** What each file came to; undefined where nothing matches, as in most of them. */
  const results: (FileResult | undefined)[] = [];
  try {
    for (const [index, candidate] of files.entries()) {
      const sifted = sift(candidate, search);
      if (sifted.kind === "possible") {
        const { file } = sifted;
        await lookers.add(file, (look) => {
          file.note(look);
          if (look.kind !== "no-match") results[index] = look;
        });
      } else {
        lookers.pass();
        if (sifted.kind !== "no-match")
          results[index] = sifted.kind === "known" ? sifted.look : sifted;
      }
      if (index % YIELD_EVERY === 0) {
        search.onProgress?.(index, files.length);
        await letThrough();
      }
    }
    await lookers.finish();
    await letThrough();
  } finally {
    await lookers.close();
  }
  for (const [index, { path }] of files.entries())
    collect(collected, path, results[index] ?? { kind: "no-match" });
}

function sift(candidate: Candidate, { opsOfFiles, workspace }: FileSearch): PrefilterOutcome {
  const ops = opsOfFiles.for(candidate.language, candidate.path);
  return prefilterFile(candidate, ops, workspace);
}

function collect(collected: CollectedFindings, path: string, result: FileResult): void {
  if (result.kind === "unusable") collected.skip(path, result.skipped);
  else collected.add(path, result);
}
