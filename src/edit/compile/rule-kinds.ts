import type { WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";

/**
 * Whether a rule says which kinds of nodes it matches. ast-grep refuses a rule that does not, such as one
 * with a `regex` alone: it would match the whole file. `utils` are the rules that `matches` may name.
 */
export function hasKinds(
  rule: unknown,
  utils: WrittenMap,
  /** What was found out of utility rules, each read once; of one that is being read nothing is certain. */
  known: Map<string, boolean> = new Map(),
): boolean {
  if (!isRecord(rule)) return false;
  const { pattern, kind, nthChild, all, any, matches } = rule;
  if (kind !== undefined) return true;
  if (pattern !== undefined && isMoreThanVariable(pattern)) return true;
  if (isRecord(nthChild) && hasKinds(nthChild.ofRule, utils, known)) return true;
  if (Array.isArray(all) && all.some((part) => hasKinds(part, utils, known))) return true;
  if (Array.isArray(any) && any.every((part) => hasKinds(part, utils, known))) return true;
  // A call of a utility with arguments counts: the engine has the last word.
  if (isRecord(matches)) return true;
  if (typeof matches !== "string") return false;
  if (!Object.hasOwn(utils, matches)) return true;
  const found = known.get(matches);
  if (found !== undefined) return found;
  known.set(matches, false);
  const has = hasKinds(utils[matches], utils, known);
  known.set(matches, has);
  return has;
}

function isMoreThanVariable(pattern: unknown): boolean {
  const context = isRecord(pattern) ? pattern.context : pattern;
  const isSelected = isRecord(pattern) && pattern.selector !== undefined;
  return isSelected || typeof context !== "string" || !parseMetaVariable(context.trim(), "$");
}
