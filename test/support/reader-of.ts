import type { ConfigReader } from "../../src/config/sources/config-reader.ts";
import { openSources } from "../../src/config/sources/open-sources.ts";
import { SHIPPED_RECIPES } from "./run-cli.ts";

/** The reader of everything that configures a run in `root`, which trusts all of it. */
export async function readerOf(root: string): Promise<ConfigReader> {
  const world = { cwd: root, shippedRecipes: SHIPPED_RECIPES, env: {} };
  const opened = await openSources({ root }, world, new AbortController().signal);
  if (opened.kind === "refused") throw new Error(opened.fault.message);
  return opened.reader;
}
