import type { RecipeFault } from "../source-place.ts";
import type { TreeFiles } from "../tree-files.ts";
import type { GitReference } from "./git-name.ts";

/** Who names a commit: the caller, on the command line, or a file, which needs the caller's consent for its server. */
export type NamedBy = "caller" | "file";

/** The files of a commit that was opened; or why it cannot be. */
export type OpenedFiles = { readonly files: TreeFiles } | RecipeFault;

/** The commits of other repositories that recipes are read from. Each is fetched once, and kept for the user. */
export interface OpenCommits {
  /** The folder that paths of repositories start from; absolute. */
  readonly cwd: string;
  /** Opens the commit of a reference if its author may name it. Earlier fetches have no influence on that. */
  open(reference: GitReference, by: NamedBy): Promise<OpenedFiles>;
  /** Returns the files of a commit that was opened. */
  filesOf(reference: GitReference): TreeFiles;
}
