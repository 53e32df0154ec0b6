import { pathRuleFault } from "../../files/path-rules.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { CallSkip } from "../ast-edit/search/search-shapes.ts";
import type { InputFiles } from "../proposals/find-inputs.ts";
import type { Shadow } from "./shadow.ts";

/** The files that a command gets as arguments, and those below its paths that it does not get. */
interface GivenFiles {
  readonly paths: readonly string[];
  readonly left: readonly CallSkip[];
}

/** Chooses the files that are in a shadow, and whose names Sluice writes: the program could not open the others. */
export async function givenFiles(
  { files }: Pick<InputFiles, "files">,
  shadow: Pick<Shadow, "hasFile">,
  workspace: Pick<Workspace, "kindOf">,
): Promise<GivenFiles> {
  const paths: string[] = [];
  const left: CallSkip[] = [];
  for (const { path } of files) {
    const fault = pathRuleFault(path);
    if (fault !== undefined) left.push({ path, why: "unreadable", detail: `its name ${fault}` });
    else if (shadow.hasFile(path)) paths.push(path);
    else {
      const kind = await workspace.kindOf(path);
      if (kind === "link") left.push({ path, why: "symlink" });
      else if (kind === "file") left.push({ path, why: "ignored" });
      // Others are in git's list only: deleted, or outside of a sparse checkout.
    }
  }
  return { paths, left };
}
