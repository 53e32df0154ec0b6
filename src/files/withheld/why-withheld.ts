import type { Workspace } from "../../model/workspace.ts";
import { isDependency } from "../path-rules.ts";
import type { Scope } from "../scope.ts";
import { isNamedBy } from "./naming-patterns.ts";
import { looksSecret } from "./secret-name.ts";

/** The sources of the decision. */
export interface WithheldSources {
  readonly workspace: Pick<Workspace, "listIgnored">;
  readonly scope: Scope;
}

/**
 * Returns the reason why the text of a file is kept from prompts and models, in words that follow its path (F21): it
 * looks like a secret, or git ignores it or cannot say so, and no pattern of the scope names it. Undefined if it may be read. `path` is
 * the real name of the file, after all links.
 */
export async function whyWithheld(
  path: string,
  { workspace, scope }: WithheldSources,
): Promise<string | undefined> {
  if (isNamedBy(scope.readable, path)) return undefined;
  if (looksSecret(path)) return `looks like a secret, ${ADVICE}`;
  let list: readonly string[];
  try {
    list = await workspace.listIgnored();
  } catch (error) {
    return `may be ignored by git, which cannot be decided: ${faultOf(error)}`;
  }
  const isIgnored = ignoredBy(list);
  return isIgnored(path) && !isNamedBy(scope.readable, path, isIgnored)
    ? `is ignored by git, ${ADVICE}`
    : undefined;
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
function ignoredBy(list: readonly string[]): (path: string) => boolean {
  const ignored = known.get(list) ?? new Set(list.map(fold));
  known.set(list, ignored);
  return (path) => {
    if (isDependency(`${path}/`)) return true; // The list leaves these folders out.
    const folded = fold(path);
    if (ignored.has(folded) || ignored.has(`${folded}/`)) return true;
    for (let end = folded.lastIndexOf("/"); end > 0; end = folded.lastIndexOf("/", end - 1))
      if (ignored.has(`${folded.slice(0, end)}/`)) return true;
    return false;
  };
}

function fold(path: string): string {
  return path.toLowerCase();
}
