import type { GlobalUtil, OpProblem, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { type EngineSearch, findSearchProblem } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { inlineGlobalUtils } from "./inline-global-utils.ts";
import { hasKinds } from "./rule-kinds.ts";
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
