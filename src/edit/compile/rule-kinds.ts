import type { WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";

/**
 * True if a rule limits the kinds of nodes that it matches; `utils` are the rules that `matches` may name. ast-grep
 * refuses any other rule, such as one with a `regex` alone, which would match the whole file.
 */
export function hasKinds(
  rule: unknown,
  utils: WrittenMap,
  /** The results for utility rules, each of which is read once; false while it is being read. */
  known: Map<string, boolean> = new Map(),
): boolean {
  if (!isRecord(rule)) return false;
  const { pattern, kind, nthChild, all, any, matches } = rule;
  if (kind !== undefined) return true;
  if (pattern !== undefined && isMoreThanVariable(pattern)) return true;
  if (isRecord(nthChild) && hasKinds(nthChild.ofRule, utils, known)) return true;
  if (Array.isArray(all) && all.some((part) => hasKinds(part, utils, known))) return true;
  if (Array.isArray(any) && any.every((part) => hasKinds(part, utils, known))) return true;
  // A call of a utility with arguments counts: the engine checks it later.
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
