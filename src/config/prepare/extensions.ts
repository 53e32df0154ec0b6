import type { LoadedCustomTool } from "../../tools/custom/loaded-custom-tool.ts";
import type { ModuleLoader } from "../../tools/load-module.ts";

/** The code that comes with the recipes of a run. */
export interface Extensions {
  /** The tools by name; a name means one tool in the whole run (T24). */
  readonly tools: ReadonlyMap<string, LoadedCustomTool>;
  readonly loader: ModuleLoader;
}
