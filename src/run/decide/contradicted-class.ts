import type { FactName, Facts } from "../../model/action/facts.ts";

/** The facts that a safe change has none of. */
const DENIED = [
  ...(["newSyntaxErrors", "commentsLost", "tokensLost", "stringsChanged", "regrouped"] as const),
  ...(["importsLeftOut", "unboundNames", "capturedNames", "duplicateNames"] as const),
] satisfies readonly FactName[];

/** Returns what was measured although the recipe says that its change is safe; undefined without a contradiction. */
export function contradictedClass(facts: Facts): string | undefined {
  if (facts.class !== "safe") return undefined;
  const found = DENIED.filter((name) => {
    const value = facts[name];
    return typeof value === "boolean" ? value : (value ?? []).length > 0;
  });
  if (found.length === 0) return undefined;
  return `It says that its changes are safe (\`class\`), and some are not: ${found.join(", ")}.`;
}
