import type { AstEditParams } from "../model/recipe/call-step.ts";
import { pathMatcher } from "../shared/paths/glob.ts";

/** The languages whose files stand beside each other, and have grammars of their own. */
const SIBLINGS: readonly (readonly [language: string, RegExp, other: string])[] = [
  ["tsx", /\.tsx$/, ".ts"],
  ["typescript", /\.[cm]?ts$/, ".tsx"],
];

/** True if the globs leave a file out that they would take with the other extension of TypeScript. */
export function isBesidePaths(path: string, isInPaths: (path: string) => boolean): boolean {
  const found = SIBLINGS.find(([, extension]) => extension.test(path));
  return found !== undefined && !isInPaths(path) && isInPaths(path.replace(found[1], found[2]));
}

/** Returns advice if a step would take the file with another extension. */
export function siblingHint(
  path: string,
  { paths, lang, languages = [] }: Pick<AstEditParams, "paths" | "lang" | "languages">,
): string | undefined {
  const found = SIBLINGS.find(([, extension]) => extension.test(path));
  if (found === undefined) return undefined;
  const [language, , other] = found;
  const matches = pathMatcher(paths);
  const isInPaths = paths.length === 0 || matches(path);
  if (!isInPaths && isBesidePaths(path, matches))
    return `\`${other}\` and \`.${path.split(".").at(-1)}\` are two extensions: \`*.{ts,tsx}\` is both`;
  if (!isInPaths || (lang === undefined && languages.length === 0)) return undefined;
  return `typescript and tsx have two grammars: name \`${language}\` in \`languages\`, too`;
}
