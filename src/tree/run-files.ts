import type { Workspace } from "../model/workspace.ts";
import { foldedPath } from "../shared/paths/folded-path.ts";

/** The files of the root that configure a run: its policy, recipes, rules, inputs and code. */
export class RunFiles {
  readonly #paths: readonly string[];
  readonly #workspace: Pick<Workspace, "kindOf" | "targetOf">;
  #known: Promise<ReadonlySet<string>> | undefined;

  /** The paths are relative to the root. */
  constructor(paths: readonly string[], workspace: Pick<Workspace, "kindOf" | "targetOf">) {
    this.#paths = paths;
    this.#workspace = workspace;
  }

  /** Returns the files of an action that configure the run, in their order, in any case of letters. */
  async among(files: readonly string[]): Promise<readonly string[]> {
    this.#known ??= this.#find();
    const known = await this.#known;
    return files.filter((path) => known.has(foldedPath(path)));
  }

  /** Returns the files under the names by which the run reads them, and under their real ones. */
  async #find(): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const path of this.#paths) {
      known.add(foldedPath(path));
      if ((await this.#workspace.kindOf(path)) !== "link") continue;
      const target = await this.#workspace.targetOf(path);
      if (target.kind === "inside") known.add(foldedPath(target.path));
    }
    return known;
  }
}
