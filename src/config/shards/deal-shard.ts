import type { RunRequest } from "../../request/request.ts";
import type { Dealt, DealWorld } from "./deal-files.ts";

/** Deals the files of the tree if the request is about a shard. Nothing is loaded for one that is not. */
export async function dealShard(request: RunRequest, world: DealWorld): Promise<Dealt> {
  if (request.shard === undefined) return { diagnostics: [] };
  return (await import("./deal-files.ts")).dealFiles(request, world);
}
