import type { GlobalUtil, WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import { type EngineSearch, findSearchProblem } from "../engine/engine.ts";
import { writtenCodes } from "../engine/written-names.ts";
import type { Language } from "../language/language.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";
import { inlineGlobalUtils } from "./inline-global-utils.ts";
import { endlessUtil, findEndlessUtil } from "./util-cycles.ts";
import type { FieldPath } from "./written-keys.ts";

/** The rules that make up one search, as written. */
interface SearchParts {
  readonly rule: unknown;
  readonly constraints?: WrittenMap;
  readonly utils: WrittenMap;
  readonly globalUtils: readonly GlobalUtil[];
  /** The place of the rule in the op, for problems. */
  readonly path: FieldPath;
  /** Refuses a rule that does not name its kinds. */
  readonly needsKinds: boolean;
}

/** Builds one search of rules whose parts are valid, and has the engine check it, which alone knows every reason. */
export function buildSearch(
  { rule, constraints, utils, globalUtils, path, needsKinds }: SearchParts,
  language: Language,
): EngineSearch | OpProblem {
  if (!isRecord(rule)) return invalidRule(path, "`rule` must be a map");
  try {
    const rules = { rule, ...(constraints === undefined ? {} : { constraints }), utils };
    const search = inlineGlobalUtils(rules, globalUtils);
    const endless = findEndlessUtil(search.utils);
    if (endless !== undefined) return endlessUtil(endless, path);
    const found = findSearchProblem(search, language);
    if (found !== undefined) return invalidRule(path, found);
    const isAnyKind = needsKinds && !hasKinds(search.rule, search.utils);
    return isAnyKind ? matchesAnything(path) : search;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return invalidRule(path, error.message);
  }
}

function matchesAnything(path: FieldPath): OpProblem {
  const hint = "Add `kind`, or a pattern that is more than one metavariable";
  const message = "the rule does not say which kinds of nodes it matches";
  return { ...invalidRule(path, message), hint };
}

function invalidRule(field: FieldPath, message: string): OpProblem {
  return { code: "invalid-rule", field, message };
}

/**
 * True if a rule limits the kinds of nodes that it matches; `utils` are the rules that `matches` may name. ast-grep
 * refuses any other rule, such as one with a `regex` alone, which would match the whole file.
 */
function hasKinds(
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
  if (isSelected || typeof context !== "string" || writtenCodes(context).length > 0) return true;
  return !parseMetaVariable(context.trim(), "$");
}
