import { createScope } from "../../../files/scope.ts";
import type { FileFinding } from "../../../model/policy/explanation.ts";
import type { Recipe, ScopeRules } from "../../../model/recipe/recipe.ts";
import { pathMatcher } from "../../../shared/paths/glob.ts";

/** A finding about a file. */
export type Found = Pick<FileFinding, "code" | "message">;

/** Returns why a path is out of a scope, or of the first one in it that is the reason. */
export function scopeFinding(path: string, { scope: whole }: Recipe): Found | undefined {
  const { within = [], ...own } = whole;
  const isOut = (scope: ScopeRules) => createScope(scope).accessTo(path) !== "write";
  const scope = [own, ...within].find(isOut) ?? own;
  const first = (globs: readonly string[]) => globs.find((glob) => pathMatcher([glob])(path)) ?? "";
  switch (createScope(scope).accessTo(path)) {
    case "reserved":
      return { code: "reserved", message: "`.git` and `.sluice` are out of every scope." };
    case "read":
      return {
        code: "readonly",
        message: `The recipe may only read it: \`readonly: ${first(scope.readonly)}\`.`,
      };
    case "excluded": {
      const glob = first(scope.exclude);
      const why =
        glob === ""
          ? `\`include\` has no glob for it (${scope.include.join(", ")})`
          : `\`exclude: ${glob}\``;
      return { code: "excluded", message: `It is not in the scope of the recipe: ${why}.` };
    }
    case "write":
      return undefined;
  }
}
