import { gitIn } from "../../git/run-git.ts";
import type { World } from "../../model/world.ts";
import { BaseFiles } from "./base-files.ts";
import { ConfigReader } from "./config-reader.ts";
import { NO_FILES } from "./no-files.ts";
import { type ResolvedTrust, resolveTrust, type TrustRequest } from "./resolve-trust.ts";
import type { TreeFiles } from "./tree-files.ts";
import { WorkTreeFiles } from "./work-tree-files.ts";

/** The world as far as files that configure Sluice are found in it. */
export type SourceWorld = Pick<World, "cwd" | "shippedRecipes" | "env">;

/** Opens the files that may configure a run. If the reader has a fault, nothing of the tree can be read. */
export async function openSources(
  request: TrustRequest,
  world: SourceWorld,
): Promise<ConfigReader> {
  const { root } = request;
  const { cwd, shippedRecipes: shipped, env } = world;
  const resolved = await resolveTrust(request, env);
  const workTree = new WorkTreeFiles(root);
  const tree = treeOf(resolved, workTree, () => gitIn(root, env));
  const { trust, fault } = resolved;
  return new ConfigReader({ root, cwd, shipped, trust, fault, tree, workTree });
}

function treeOf(
  { trust: { mode, base }, fault }: ResolvedTrust,
  workTree: TreeFiles,
  git: () => ReturnType<typeof gitIn>,
): TreeFiles {
  if (fault !== undefined || mode === "none") return NO_FILES;
  return base === null ? workTree : new BaseFiles(git(), base);
}
