import type { PlannedAction } from "./plan.ts";

/**
 * What an action's facts say otherwise than its files: asked before a policy decides on facts that nobody has
 * derived again. What only the engine knows (syntax, comments, languages) stays the plan's own word. Pure.
 */
export function factsFault({ facts, files }: PlannedAction): string | undefined {
  if (files.length === 0) return undefined; // Of a custom tool.
  for (const name of ["replacements", "additions", "deletions"] as const) {
    const counted = files.reduce((sum, file) => sum + file[name], 0);
    if (facts[name] !== counted) return `its fact \`${name}\` is not what its files come to`;
  }
  return undefined;
}
