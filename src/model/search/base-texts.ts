import type { Workspace } from "../workspace.ts";

/** The texts of the base of a run, beside those of now. */
export interface BaseTexts {
  /** The id of the commit. */
  readonly commit: string;
  /**
   * Returns the paths whose texts may differ from those of the base: `gone` if there is no such file now. `isPart`: the
   * workspace lists some of the files alone.
   */
  changed(workspace: Workspace, isPart: boolean): Promise<ReadonlyMap<string, "gone" | "changed">>;
  /** Opens those of some files that the base has. Close it when they are read. */
  open(
    paths: Iterable<string>,
  ): Promise<{ readonly workspace: Workspace; readonly close: () => Promise<void> }>;
}
