import type { Facts } from "../model/facts.ts";
import type { Conditions } from "../model/policy.ts";
import { globMatcher, pathMatcher } from "../shared/glob.ts";

/** Whether one condition holds for the facts of an action. */
type ConditionTest<Name extends keyof Conditions> = (
  wanted: NonNullable<Conditions[Name]>,
  facts: Facts,
) => boolean;

/** Every condition that a policy can name, in the order in which a trace looks at them. */
const TESTS: { readonly [Name in keyof Required<Conditions>]: ConditionTest<Name> } = {
  recipe: (globs, facts) => globMatcher(globs)(facts.recipe),
  step: (globs, facts) => globMatcher(globs)(facts.step),
  tool: (globs, facts) => globMatcher(globs)(facts.tool),
  lang: (languages, facts) =>
    facts.languages.length > 0 && facts.languages.every((language) => languages.includes(language)),
  allFiles: (globs, facts) => facts.files.length > 0 && facts.files.every(pathMatcher(globs)),
  anyFile: (globs, facts) => facts.files.some(pathMatcher(globs)),
  maxFiles: (limit, facts) => facts.fileCount <= limit,
  maxReplacements: (limit, facts) => facts.replacements <= limit,
  idempotent: (wanted, facts) => facts.idempotent === wanted,
  newSyntaxErrors: (wanted, facts) => facts.newSyntaxErrors === wanted,
  commentsOnly: (wanted, facts) => facts.commentsOnly === wanted,
  conflicts: (wanted, facts) => facts.conflicts.length > 0 === wanted,
};

/** The condition that fails first, or undefined where all of them hold. */
export function firstFailed(conditions: Conditions, facts: Facts): keyof Conditions | undefined {
  return CONDITION_NAMES.find((name) => !holds(name, conditions, facts));
}

// Object.keys gives the names of the literal above.
const CONDITION_NAMES = Object.keys(TESTS) as (keyof Conditions)[];

function holds<Name extends keyof Conditions>(
  name: Name,
  conditions: Conditions,
  facts: Facts,
): boolean {
  const wanted = conditions[name];
  return wanted === undefined || TESTS[name](wanted, facts);
}
