import type { RunGit } from "../../git/run-git.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { World } from "../../model/world.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { RunRequest } from "../request/request.ts";
import { BaseFiles } from "./base-files.ts";
import { callersPackages } from "./callers-packages.ts";
import { ConfigReader } from "./config-reader.ts";
import { LoadingStop, LoadingStopped } from "./loading-stop.ts";
import { NO_FILES } from "./no-files.ts";
import { resolveTrust, type TrustRequest, wholeFetchOf } from "./resolve-trust.ts";
import type { TreeFiles } from "./tree-files.ts";
import { WorkTreeFiles } from "./work-tree-files.ts";

/** The world as far as files that configure Sluice are found in it. */
export type SourceWorld = Pick<World, "cwd" | "shippedRecipes" | "env">;

/** The files that may configure a run, or the reason why the trust of the request cannot be had. */
export type OpenedSources =
  | { readonly kind: "opened"; readonly reader: ConfigReader; readonly trust: TrustInUse }
  | { readonly kind: "refused"; readonly fault: Diagnostic; readonly trust: TrustInUse };

/**
 * Opens the files that may configure a run. The signal ends this, and everything that the reader loads, with
 * `LoadingStopped`.
 */
export async function openSources(
  request: TrustRequest & Pick<RunRequest, "objects">,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<OpenedSources> {
  const { root, objects, packages: named = [] } = request;
  const { cwd, shippedRecipes: shipped, env } = world;
  const loading = new LoadingStop(signal);
  const git = loading.gitIn(root, env);
  const resolved = await resolveTrust(request, world, git);
  const { trust } = resolved;
  loading.check();
  if (resolved.fault !== undefined) return { kind: "refused", trust, fault: resolved.fault };
  const workTree = new WorkTreeFiles(root);
  const tree = await openTree(trust, workTree, git);
  if ("fault" in tree) return { kind: "refused", trust, fault: tree.fault };
  const packages = callersPackages({ packages: named, cwd });
  const setting = { root, cwd, shipped, trust, tree, workTree, loading, objects, packages };
  const atTop = async (top: string): Promise<ConfigReader | undefined> => {
    const atDisk = new WorkTreeFiles(top);
    const gitThere = loading.gitIn(top, env);
    const files = await openTree(trust, atDisk, gitThere);
    if ("fault" in files) return undefined;
    return new ConfigReader({ ...setting, root: top, tree: files, workTree: atDisk });
  };
  return { kind: "opened", reader: new ConfigReader(setting, atTop), trust };
}

async function openTree(
  { mode, base }: TrustInUse,
  workTree: TreeFiles,
  git: RunGit,
): Promise<TreeFiles | { readonly fault: Diagnostic }> {
  if (mode === "none") return NO_FILES;
  if (base === null) return workTree;
  try {
    return await BaseFiles.open(git, base);
  } catch (error) {
    if (error instanceof LoadingStopped) throw error;
    const why = messageOf(error).trim();
    const message = `git cannot list the base commit ${base.slice(0, 7)}: ${why}`;
    const hint = wholeFetchOf(base);
    return { fault: { code: "base-unavailable", severity: "error", message, hint } };
  }
}
