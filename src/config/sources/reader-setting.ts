import type { TrustInUse } from "../../model/source-file.ts";
import type { Environment } from "../../model/world.ts";
import type { GivenObjects } from "../../request/given-objects.ts";
import type { OpenCommits } from "./git/open-commits.ts";
import type { LoadingStop } from "./loading-stop.ts";
import type { TreeFiles } from "./tree-files.ts";

/** The places and the trust that files are read with. */
export interface ReaderSetting {
  /** Absolute. */
  readonly root: string;
  /** The folder that paths of the caller start from; absolute. */
  readonly cwd: string;
  /** The folder of the recipes that ship; absolute. */
  readonly shipped: string;
  readonly env: Environment;
  readonly trust: TrustInUse;
  /** The files below the root, as far as they are trusted. */
  readonly tree: TreeFiles;
  /** The files of the work tree, trusted or not. */
  readonly workTree: TreeFiles;
  /** The end of the loading by a signal. */
  readonly loading: LoadingStop;
  /** The folders `node_modules` that the caller named for packages; absolute. */
  readonly packages: readonly string[];
  /** The commits of other repositories that recipes are read from. */
  readonly commits: OpenCommits;
  /** Default: none. */
  readonly objects?: GivenObjects | undefined;
}
