import { isReserved, pathRuleFault } from "../../files/path-rules.ts";

/** The folder of recipes below the state: the one part of the state that a user writes. */
const STATE_RECIPES = ".sluice/recipes";

/** Returns why a path below the root must not be read as configuration, in words that follow it. */
export function sourceNameFault(path: string): string | undefined {
  if (path === "" || path === STATE_RECIPES) return undefined;
  const isState = path.startsWith(`${STATE_RECIPES}/`);
  const judged = isState ? path.slice(STATE_RECIPES.length + 1) : path;
  if (isReserved(judged)) return "is in `.git` or `.sluice`, and is never read as configuration";
  return pathRuleFault(judged);
}
