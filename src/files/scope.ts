import type { ScopeRules } from "../model/recipe/scope-rules.ts";
import { globMatcher, isGlob, pathMatcher } from "../shared/paths/glob.ts";
import { isReserved } from "./path-rules.ts";

/** The access to a file. */
type Access =
  | "write"
  /** Reading, not writing. */
  | "read"
  /** Excluded by a rule, or by a list of includes that does not name it. */
  | "excluded"
  /** Never: `.git`, `.sluice`. */
  | "reserved";

/** Decides the access to a path (relative to the root, posix). Pure: judges names only. */
export interface Scope {
  accessTo(path: string): Access;
  /** True if the request is about some files only: what was not found may be in others. */
  readonly isPart: boolean;
  /** False for a file that the request is not about: it may be read as its access says, and is not changed. */
  isSelected(path: string): boolean;
  /** Returns why a file that exists is kept from who asks, in words that follow the path (F21); undefined if it is not. */
  whyKept(path: string): string | undefined;
  /** True if something in a folder, "" for the root, may be readable. If names alone cannot decide it, it is true. */
  mayHold(folder: string): boolean;
  /** The patterns of the files that may be read: those that name a file and do not only match it count (F21). */
  readonly readable: readonly string[];
}

/** From the least to the most. */
const BY_RIGHTS: readonly Access[] = ["reserved", "excluded", "read", "write"];

/**
 * Deny beats allow; a path that is neither included nor readonly is excluded (F9). Scopes inside of the rules' own one
 * take rights away and give none.
 */
export function createScope(rules: ScopeRules): Scope {
  const own = createOwnScope(rules);
  const { within = [] } = rules;
  if (within.length === 0) return own;
  const all = [own, ...within.map(createOwnScope)];
  return {
    ...own,
    accessTo(path) {
      const found = all.map((scope) => BY_RIGHTS.indexOf(scope.accessTo(path)));
      return BY_RIGHTS[Math.min(...found)] ?? "excluded";
    },
    mayHold: (folder) => all.every((scope) => scope.mayHold(folder)),
  };
}

function createOwnScope(rules: ScopeRules): Scope {
  const isExcluded = pathMatcher(rules.exclude);
  const isReadonly = pathMatcher(rules.readonly);
  const isIncluded = pathMatcher(rules.include);
  const excludesAllIn = matchesAllIn(rules.exclude);
  const readable = [...rules.include, ...rules.readonly];
  const mayAllowIn = mayMatchIn(readable);
  const { selection, kept } = rules;
  return {
    isPart: selection !== undefined,
    isSelected: (path) => selection === undefined || selection.has(path),
    accessTo(path) {
      if (isReserved(path)) return "reserved";
      if (isExcluded(path)) return "excluded";
      if (isReadonly(path)) return "read";
      return isIncluded(path) ? "write" : "excluded";
    },
    whyKept: (path) => kept?.whyOf(path),
    readable,
    mayHold: (folder) =>
      folder === "" || (!isReserved(folder) && !excludesAllIn(folder) && mayAllowIn(folder)),
  };
}

/** A name that no rule covers. */
const ANY = "\uFFFF";

/**
 * Returns a function that is true for a folder in which a glob, folder or file of a list can match something. If names
 * alone cannot decide it, it is true.
 */
function mayMatchIn(globs: readonly string[]): (folder: string) => boolean {
  const isMatch = pathMatcher(globs);
  return (folder) => isMatch(folder) || globs.some((glob) => reachesInto(glob, folder));
}

/**
 * Returns a function that is true for a folder if a list of globs, folders and files matches everything that can be in
 * it.
 */
function matchesAllIn(globs: readonly string[]): (folder: string) => boolean {
  const isMatch = pathMatcher(globs);
  return (folder) =>
    isMatch(folder) || (isMatch(`${folder}/${ANY}`) && isMatch(`${folder}/${ANY}/${ANY}`));
}

function reachesInto(glob: string, folder: string): boolean {
  const parts = glob.split("/");
  const names = folder.split("/");
  for (const [index, name] of names.entries()) {
    const part = parts[index];
    if (part === undefined) return false;
    if (part.includes("**") || /[{}()[\]]/.test(part)) return true; // They may cross a `/`.
    if (isGlob(part) ? !globMatcher([part])(name) : part !== name) return false;
  }
  return parts.length > names.length;
}
