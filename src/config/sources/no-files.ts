import { refuseSource, type SourceRead, type TreeFiles } from "./tree-files.ts";

/** The tree of a run that trusts none of it: nothing below the root configures the run. */
export const NO_FILES: TreeFiles = {
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
