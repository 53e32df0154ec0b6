import type { GlobalUtil, OpProblem, WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { type EngineSearch, findSearchProblem } from "./engine.ts";
import { inlineGlobalUtils } from "./inline-global-utils.ts";
import type { Language } from "./language.ts";
import { hasKinds } from "./rule-kinds.ts";
import type { FieldPath } from "./written-keys.ts";

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
  const cyclic = findCyclicUtil(utils);
  if (cyclic !== undefined) {
    const field = [...path, "utils", ...(path.length === 0 ? [cyclic] : [])];
    return invalidRule(field, `the utility rule \`${cyclic}\` refers to itself`);
  }
  try {
    const search = inlineGlobalUtils({ rule, constraints, utils }, globalUtils);
    const found = findSearchProblem(search, language);
    if (found !== undefined) return invalidRule([...path, "rule"], found);
    const isAnyKind = path.length === 0 && !hasKinds(search.rule, search.utils ?? {});
    return isAnyKind ? matchesAnything() : search;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return invalidRule([...path, "rule"], error.message);
  }
}

/**
 * The first utility rule that must match what it is itself asked about. The engine finds them too, and
 * names now this one, now that one. What it asks about other nodes (`has`, `inside`) may go in circles.
 */
function findCyclicUtil(utils: WrittenMap): string | undefined {
  return Object.keys(utils).find((id) => {
    const reached = new Set(idsAsked(utils[id]));
    for (const next of reached) for (const more of idsAsked(utils[next])) reached.add(more);
    return reached.has(id);
  });
}

/** The utility rules that a rule asks about the very node that it is asked about. */
function idsAsked(rule: unknown): readonly string[] {
  if (!isRecord(rule)) return [];
  const { matches, all, any, not } = rule;
  const own =
    typeof matches === "string" ? [matches] : isRecord(matches) ? Object.keys(matches) : [];
  const parts = [all, any, not].flat();
  return [...own, ...parts.flatMap(idsAsked)];
}

function matchesAnything(): OpProblem {
  const hint = "Add `kind`, or a pattern that is more than one metavariable";
  const message = "the rule does not say which kinds of nodes it matches";
  return { ...invalidRule(["rule"], message), hint };
}

function invalidRule(field: FieldPath, message: string): OpProblem {
  return { code: "invalid-rule", field, message };
}
