import type { StagedState } from "../../git/staged/read-staged.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Policy } from "../../model/policy.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { FileSelection } from "../../model/recipe/scope-rules.ts";
import type { BaseWay } from "../../model/trust.ts";
import type { World } from "../../model/world.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { RunRequest } from "../../request/request.ts";
import type { LoadingStop } from "../sources/loading-stop.ts";
import type { ChosenFiles, SelectionReport } from "./selection-report.ts";

/** The files that a request is about, as they were when the run began. */
export interface SelectedFiles extends FileSelection {
  /** Sorted. */
  readonly paths: readonly string[];
}

/** The selection of a request; undefined if it is about all files. */
export interface Selection {
  readonly selected: SelectedFiles | undefined;
  /** The same in the words of the request. */
  readonly selection?: SelectionReport | undefined;
  /** The staged state, if the request is about staged files. */
  readonly staged?: StagedState | undefined;
  /** The answers of git about the selected files alone, if nothing of the run looks at others. */
  readonly tree?: GitListing | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The sources of a selection. */
export interface SelectionSources extends Pick<World, "cwd" | "env" | "standardInput"> {
  readonly listing: GitListing;
  readonly reader: { readonly loading: LoadingStop };
  readonly recipes: readonly Recipe[];
  readonly policy: Policy | undefined;
  /** The id of the commit of `--since`. */
  readonly since: string | undefined;
  /** How the base of a pull request was found. */
  readonly sinceFrom: BaseWay | undefined;
}

/** The parts of a request that choose files: each narrows the choice further. */
export type SelectionRequest = Pick<
  RunRequest,
  "root" | "command" | "resume" | "planned" | "isChosen" | "why"
> &
  ChosenFiles;
