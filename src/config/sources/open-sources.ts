import type { RunGit } from "../../git/run-git.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TrustInUse } from "../../model/source-file.ts";
import type { World } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { callersPackages } from "./callers-packages.ts";
import { ConfigReader } from "./config-reader.ts";
import type { CommitSetting, GitCommits } from "./git/git-commits.ts";
import type { OpenCommits } from "./git/open-commits.ts";
import { LoadingStop } from "./loading-stop.ts";
import { resolveTrust, type TrustRequest } from "./resolve-trust.ts";
import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";
import { WorkTreeFiles } from "./work-tree-files.ts";

/** The tree of a run that trusts none of it: nothing below the root configures the run. */
const NO_FILES: TreeFiles = {
  origin: "tree",
  async read(path): Promise<SourceRead> {
    const message = `${path} is in the tree, and \`--trust none\` reads no configuration there.`;
    const hint = "Name a file outside of the root, or a recipe that ships, as `shipped:NAME`.";
    return refuseSource("not-trusted", message, { path, hint });
  },
  kindOf: async () => "refused",
  entries: async () => [],
  walk: async () => [],
};

/** The world as far as files that configure Sluice are found in it. */
export type SourceWorld = Pick<World, "cwd" | "shippedRecipes" | "env" | "user">;

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
  const { root, objects, packages: named = [], allowHosts = [] } = request;
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
  const commits = commitsOnDemand({ root, world, allowHosts, loading });
  const own = { tree, workTree, loading, objects, packages, commits };
  const setting = { root, cwd, env, shipped, trust, ...own };
  const atTop = async (top: string): Promise<ConfigReader | undefined> => {
    const atDisk = new WorkTreeFiles(top);
    const gitThere = loading.gitIn(top, env);
    const files = await openTree(trust, atDisk, gitThere);
    if ("fault" in files) return undefined;
    return new ConfigReader({ ...setting, root: top, tree: files, workTree: atDisk });
  };
  return { kind: "opened", reader: new ConfigReader(setting, atTop), trust };
}

/** Few runs have a recipe of another repository. */
function commitsOnDemand(setting: CommitSetting): OpenCommits {
  let commits: GitCommits | undefined;
  return {
    cwd: setting.world.cwd,
    async open(reference, by) {
      const { GitCommits: Commits } = await import("./git/git-commits.ts");
      commits ??= new Commits(setting);
      return commits.open(reference, by);
    },
    filesOf(reference) {
      if (commits === undefined) throw new Error("A file is read before its commit was opened.");
      return commits.filesOf(reference);
    },
  };
}

async function openTree(
  { mode, base }: TrustInUse,
  workTree: TreeFiles,
  git: RunGit,
): Promise<TreeFiles | { readonly fault: Diagnostic }> {
  if (mode === "none") return NO_FILES;
  if (base === null) return workTree;
  const { openBase } = await import("./base/open-base.ts"); // Most runs trust the work tree.
  return openBase(git, base);
}
