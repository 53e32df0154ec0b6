import { type GlobMatcher, globMatcher } from "../../shared/paths/glob.ts";

/** The form of a list of globs: in one of paths, a name also stands for everything below it. */
export type GlobForm = "paths" | "names";

/** Globs whose characters have no other meaning than `*` and `/`, so that their beginnings tell what they match. */
const SIMPLE = /^[\w@.\-*/]+$/;
const PLAIN = /^[\w@.\-/]+$/;

/** True only if it is certain that everything which matches one of `inner` matches one of `outer`. */
export function areCovered(
  inner: readonly string[],
  outer: readonly string[],
  form: GlobForm,
): boolean {
  return inner.every((glob) => outer.some((other) => isCovered(glob, other, form)));
}

/** True only if it is certain that nothing matches one of both. */
export function areDisjoint(
  left: readonly string[],
  right: readonly string[],
  form: GlobForm,
): boolean {
  return left.every((glob) => right.every((other) => isDisjoint(glob, other, form)));
}

function isCovered(glob: string, by: string, form: GlobForm): boolean {
  if (glob === by || by === "**") return true;
  if (form === "paths" && (by === "." || by === "")) return true;
  if (form === "names") return PLAIN.test(glob) && isMatch(by, glob);
  if (!SIMPLE.test(glob) || !SIMPLE.test(by)) return false;
  const folder = PLAIN.test(by) ? by : by.endsWith("/**") ? by.slice(0, -3) : undefined;
  if (folder === undefined || !PLAIN.test(folder)) return false;
  return glob.startsWith(`${folder}/`) || (glob === folder && PLAIN.test(by));
}

function isDisjoint(left: string, right: string, form: GlobForm): boolean {
  if (form === "names") {
    if (PLAIN.test(left)) return !isMatch(right, left);
    return PLAIN.test(right) && !isMatch(left, right);
  }
  if (!SIMPLE.test(left) || !SIMPLE.test(right)) return false;
  const [one, other] = [plainParts(left), plainParts(right)];
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).some((part, index) => part !== other[index]);
}

const matchers = new Map<string, GlobMatcher>();

/** The most globs whose matchers are kept. */
const MOST_KNOWN = 1000;

function isMatch(glob: string, name: string): boolean {
  if (PLAIN.test(glob)) return glob === name;
  const matches = matchers.get(glob) ?? globMatcher([glob]);
  if (matchers.size >= MOST_KNOWN) matchers.clear();
  matchers.set(glob, matches);
  return matches(name);
}

/** `src/lib/*.ts` → `src`, `lib`. */
function plainParts(glob: string): readonly string[] {
  const parts = glob.split("/").filter((part) => part !== "." && part !== "");
  const first = parts.findIndex((part) => part.includes("*"));
  return first === -1 ? parts : parts.slice(0, first);
}
