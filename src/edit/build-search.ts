import type { GlobalUtil, OpProblem, WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { type EngineSearch, findSearchProblem } from "./engine.ts";
import { inlineGlobalUtils } from "./inline-global-utils.ts";
import type { Language } from "./language.ts";
import type { FieldPath } from "./rule-atoms.ts";
import { hasKinds } from "./rule-kinds.ts";

/** The rules that make up one search, as written. */
interface SearchParts {
  readonly rule: unknown;
  readonly constraints: WrittenMap;
  readonly utils: WrittenMap;
  readonly globalUtils: readonly GlobalUtil[];
  /** Where `rule` and the others stand in the op. Empty for the op's own, which must name its kinds. */
  readonly path: FieldPath;
}

/**
 * Puts rules whose parts are in order into one search, and asks the engine: it has the last word on what a
 * rule is.
 */
export function buildSearch(
  { rule, constraints, utils, globalUtils, path }: SearchParts,
  language: Language,
): EngineSearch | OpProblem {
  if (!isRecord(rule)) return invalidRule([...path, "rule"], "`rule` must be a map");
  try {
    const search = inlineGlobalUtils({ rule, constraints, utils }, globalUtils);
    const found = findSearchProblem(search, language);
    if (found !== undefined) return invalidRule(fieldOf(found, path), found);
    const isAnyKind = path.length === 0 && !hasKinds(search.rule, search.utils ?? {});
    return isAnyKind ? matchesAnything() : search;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return invalidRule([...path, "rule"], error.message);
  }
}

function fieldOf(found: string, path: FieldPath): FieldPath {
  if (found.includes("used in `constraints`")) return [...path, "constraints"];
  return [...path, found.includes("cyclic") ? "utils" : "rule"];
}

function matchesAnything(): OpProblem {
  const hint = "Add `kind`, or a pattern that is more than one metavariable";
  const message = "the rule does not say which kinds of nodes it matches";
  return { ...invalidRule(["rule"], message), hint };
}

function invalidRule(field: FieldPath, message: string): OpProblem {
  return { code: "invalid-rule", field, message };
}
