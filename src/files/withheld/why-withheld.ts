import type { Workspace } from "../../model/workspace.ts";
import { globBase, isGlob, pathMatcher } from "../../shared/paths/glob.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { isDependency } from "../path-rules.ts";
import type { Scope } from "../scope.ts";
import { looksSecret } from "./secret-name.ts";

/** The parts of a glob that stand for more than one name. */
const OPEN = /\{[^}]*\}|\[[^\]]*\]|[@!+?*]\([^)]*\)|[*?]/g;

/** The sources of the decision. */
export interface WithheldSources {
  readonly workspace: Pick<Workspace, "listIgnored" | "listUntracked">;
  readonly scope: Scope;
}

/**
 * Returns the reason why the text of a file is kept from prompts and models, in words that follow its path (F21): it
 * looks like a secret, or git ignores it, does not track it (`listUntracked`) or cannot say so, and no pattern of the
 * scope names it. Undefined if it may be read. `path` is the real name of the file, after all links.
 */
export async function whyWithheld(
  path: string,
  { workspace, scope }: WithheldSources,
): Promise<string | undefined> {
  if (isNamedBy(scope.readable, path)) return undefined;
  if (looksSecret(path)) return `looks like a secret, ${ADVICE}`;
  try {
    const isIgnored = isIn(await workspace.listIgnored());
    const isUntracked = isIn(await workspace.listUntracked());
    const isKept = (name: string) => isIgnored(name) || isUntracked(name);
    if (!isKept(path) || isNamedBy(scope.readable, path, isKept)) return undefined;
    return isIgnored(path) ? `is ignored by git, ${ADVICE}` : `is not tracked by git, ${ADVICE}`;
  } catch (error) {
    return `may be ignored by git, which cannot be decided: ${faultOf(error)}`;
  }
}

/** Returns the fault of git in one line. */
function faultOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException; // A call of git rejects with these only.
  if (code === "ENOENT") return "git is not installed";
  return `git: ${message.trim().replace(/\s*\n\s*/g, " ")}`;
}

const ADVICE = "and is read only if `include` or `readonly` of the recipe's scope names it";

const known = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns a test for paths and folders; some disks ignore case. */
function isIn(list: readonly string[]): (path: string) => boolean {
  const folded = known.get(list) ?? new Set(list.map(fold));
  known.set(list, folded);
  return (path) => {
    if (isDependency(`${path}/`)) return true; // The list leaves these folders out.
    const name = fold(path);
    if (folded.has(name) || folded.has(`${name}/`)) return true;
    for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1))
      if (folded.has(`${name.slice(0, end)}/`)) return true;
    return false;
  };
}

function fold(path: string): string {
  return path.toLowerCase();
}

/**
 * Finds a pattern that names a file, so that it is more than a pattern which happens to match it (F21): the path of the
 * file; or a glob whose last part has fixed characters besides an extension (`.env*`, `coverage-*.json`), or is for a
 * kind of secrets (`*.pem`). `**`, `src/**` and `*.json` name nothing.
 *
 * `isIgnored` tells if git ignores a path: a glob that begins in an ignored folder (`dist/**`) names what is in it.
 */
export function isNamedBy(
  patterns: readonly string[],
  path: string,
  isIgnored?: (path: string) => boolean,
): boolean {
  return patterns.some((pattern) => {
    if (tidyPath(pattern) === path) return true;
    if (!pathMatcher([pattern])(path)) return false;
    const base = globBase(pattern);
    if (isIgnored !== undefined && base !== "" && isIgnored(tidyPath(base))) return true;
    return isGlob(pattern) && hasNameIn(pattern.slice(pattern.lastIndexOf("/") + 1));
  });
}

function hasNameIn(last: string): boolean {
  const fixed = last.replace(OPEN, "*");
  const isKind = /^\*+(\.\w*\*?)?$/.test(fixed); // `*.json`
  return (/\w/.test(fixed) && !isKind) || looksSecret(last.replace(OPEN, "x"));
}
