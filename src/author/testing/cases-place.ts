import { basename, dirname, join, posix } from "node:path";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import type { SourcePlace } from "../../config/sources/source-place.ts";
import type { TreeFiles } from "../../config/sources/tree-files.ts";
import { WorkTreeFiles } from "../../config/sources/work-tree-files.ts";

/** The folder with the cases of a recipe. */
export interface CasesPlace {
  /** The files through which the folder is read. */
  readonly files: TreeFiles;
  /** The folder in those files. */
  readonly folder: string;
  /** The folder in which `files` begin; absolute. */
  readonly root: string;
}

/** The folder beside a recipe that has its cases. */
const CASES = "cases";

/**
 * Returns the place of the cases of a recipe: `recipes/foo/cases` for `recipes/foo.yaml` and for
 * `recipes/foo/recipe.yaml`. Undefined for a recipe that is in no file.
 */
export function casesPlaceOf(place: SourcePlace, reader: ConfigReader): CasesPlace | undefined {
  switch (place.origin) {
    case "object":
      return undefined;
    case "tree":
      return { files: reader.tree, folder: casesBeside(place.path), root: reader.root };
    case "git":
      // Cases of a commit are not written, so that no folder of the disk has them.
      return { files: reader.commits.filesOf(place), folder: casesBeside(place.path), root: "/" };
    case "shipped":
    case "caller": {
      const root = dirname(place.file);
      return {
        files: new WorkTreeFiles(root),
        folder: casesBeside(basename(place.file)),
        root,
      };
    }
  }
}

/** Returns the absolute path of a file of a place. */
export function absoluteIn({ root }: CasesPlace, path: string): string {
  return join(root, path);
}

function casesBeside(path: string): string {
  const { dir, name } = posix.parse(path);
  return name === "recipe" ? posix.join(dir, CASES) : posix.join(dir, name, CASES);
}
