import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { blobSizes } from "../../git/commit/blob-sizes.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { DealtShard } from "../../model/search/shard.ts";
import type { Environment } from "../../model/world.ts";
import type { ListedWorld } from "../../request/listed-world.ts";
import type { RunRequest } from "../../request/request.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { createOverlayWorkspace } from "../../tree/overlay-workspace.ts";
import type { Selection } from "../selection/selection.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import type { LoadingStop } from "../sources/loading-stop.ts";
import { dealBySize } from "./deal-by-size.ts";
import { resolveShard } from "./find-shard.ts";
import { refuseShard } from "./refuse-shard.ts";
import { shardOfName } from "./shard-of-name.ts";

/** The surroundings in which files are dealt. */
export interface DealWorld extends Pick<ListedWorld, "env" | "listing"> {
  readonly reader: Pick<ConfigReader, "loading">;
  readonly recipes: readonly Recipe[];
  /** The files that the request chooses of all. */
  readonly chosen: Pick<Selection, "selected" | "selection">;
}

/** The part of a request; undefined if it is about the whole tree. */
export interface Dealt {
  readonly shard?: DealtShard;
  readonly selection?: NonNullable<Selection["selection"]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Deals all files of the tree, and returns the part of a request: what it chooses among them is another matter. */
export async function dealFiles(
  request: RunRequest,
  { env, listing, reader, recipes, chosen }: DealWorld,
): Promise<Dealt> {
  const { shard: written = "auto", shardBy: by, root } = request;
  const refused = refuseShard(request, recipes);
  if (refused.length > 0) return { diagnostics: refused };
  const found = resolveShard(written, env);
  if ("fault" in found) return { diagnostics: [found.fault] };
  if (found.total === 1) return { diagnostics: [] };
  const listed = await createOverlayWorkspace(root, listing).listFiles();
  const files = [...listed].sort(comparePaths);
  const { index, total } = found;
  const bySize =
    by === "size" ? await dealSizes(files, { root, env }, reader.loading, total) : NONE;
  const shardOf = (path: string) => bySize.get(path) ?? shardOfName(path, total);
  const has = (path: string) => shardOf(path) === index;
  const own = new Set(files.filter(has));
  const count = chosen.selected?.paths.filter((path) => own.has(path)).length ?? own.size;
  return {
    shard: { index, total, by, has, files: own, tree: digestOfFiles(files) },
    selection: { ...chosen.selection, fileCount: count, shard: { index, total, by } },
    diagnostics: [],
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Deals by the sizes of blobs; a file that is not committed has its size on the disk. */
async function dealSizes(
  files: readonly string[],
  { root, env }: { root: string; env: Environment },
  loading: LoadingStop,
  total: number,
): Promise<ReadonlyMap<string, number>> {
  const stored = await blobSizes(loading.gitIn(root, env));
  loading.check(); // A signal leaves git without an answer.
  const sizes = new Map<string, number>();
  for (const path of files)
    sizes.set(path, stored.get(path) ?? (await sizeOnDisk(join(root, path))));
  return dealBySize(sizes, total);
}

function sizeOnDisk(file: string): Promise<number> {
  return lstat(file).then(
    ({ size }) => size,
    () => 0, // It is gone, or may not be looked at: the search says so.
  );
}

/** Returns the digest of all files of a tree, sorted: see {@link DealtShard}. */
export function digestOfFiles(sorted: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of sorted) hash.update(`${path}\0`);
  return hash.digest("hex");
}
