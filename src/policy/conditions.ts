import type { Facts } from "../model/action/facts.ts";
import type { Conditions } from "../model/policy.ts";
import { globMatcher, pathMatcher } from "../shared/paths/glob.ts";

/** True if one condition holds; undefined if the facts of the action do not say. */
type ConditionTest<Name extends keyof Conditions> = (
  wanted: NonNullable<Conditions[Name]>,
  facts: Facts,
) => boolean | undefined;

/** Every condition that a policy can name, in the order of a trace. */
const TESTS: { readonly [Name in keyof Required<Conditions>]: ConditionTest<Name> } = {
  recipe: (globs, facts) => globMatcher(globs)(facts.recipe),
  step: (globs, facts) => globMatcher(globs)(facts.step),
  tool: (globs, facts) => globMatcher(globs)(facts.tool),
  lang: (wanted, { languages }) =>
    languages && languages.length > 0 && languages.every((language) => wanted.includes(language)),
  allFiles: (globs, facts) =>
    namesNoFiles(facts)
      ? undefined
      : facts.files.length > 0 && facts.files.every(pathMatcher(globs)),
  anyFile: (globs, facts) =>
    namesNoFiles(facts) ? undefined : facts.files.some(pathMatcher(globs)),
  maxFiles: (limit, facts) => (namesNoFiles(facts) ? undefined : facts.fileCount <= limit),
  maxReplacements: (limit, { replacements }) =>
    replacements === undefined ? undefined : replacements <= limit,
  idempotent: (wanted, { idempotent }) => isSame(idempotent, wanted),
  newSyntaxErrors: (wanted, { newSyntaxErrors }) => isSame(newSyntaxErrors, wanted),
  commentsOnly: (wanted, { commentsOnly }) => isSame(commentsOnly, wanted),
  commentsLost: (wanted, { commentsLost }) => isSame(hasSome(commentsLost), wanted),
  tokensLost: (wanted, { tokensLost }) => isSame(hasSome(tokensLost), wanted),
  stringsChanged: (wanted, { stringsChanged }) => isSame(hasSome(stringsChanged), wanted),
  whitespaceOnly: (wanted, { whitespaceOnly }) => isSame(whitespaceOnly, wanted),
  conflicts: (wanted, facts) => facts.conflicts.length > 0 === wanted,
  dirtyFiles: (wanted, { dirtyFiles }) => isSame(hasSome(dirtyFiles), wanted),
  runFiles: (wanted, { runFiles }) => isSame(hasSome(runFiles), wanted),
  packageScripts: (wanted, { packageScripts }) => isSame(hasSome(packageScripts), wanted),
  fromModel: (wanted, { fromModel }) => isSame(fromModel, wanted),
  untrusted: (wanted, { untrusted }) => isSame(untrusted, wanted),
};

/** True if the action names no files. A custom tool need not name them; a tool that previews files always does. */
export function namesNoFiles({ files, replacements }: Facts): boolean {
  return files.length === 0 && replacements === undefined;
}

function isSame(fact: boolean | undefined, wanted: boolean): boolean | undefined {
  return fact === undefined ? undefined : fact === wanted;
}

function hasSome(list: readonly string[] | undefined): boolean | undefined {
  return list && list.length > 0;
}

/** The outcome of testing the conditions of a rule on the facts of an action. */
export interface ConditionsResult {
  /** The condition that fails first; undefined if none fails. */
  readonly failed: keyof Conditions | undefined;
  /** The conditions on facts that are not known for the action. */
  readonly unknown: readonly (keyof Conditions)[];
}

/** Tests all conditions of a rule. */
export function testConditions(conditions: Conditions, facts: Facts): ConditionsResult {
  const failed = CONDITION_NAMES.find((name) => holds(name, conditions, facts) === false);
  const unknown = CONDITION_NAMES.filter((name) => holds(name, conditions, facts) === undefined);
  return { failed, unknown };
}

// Object.keys returns the names of the literal above.
const CONDITION_NAMES = Object.keys(TESTS) as (keyof Conditions)[];

function holds<Name extends keyof Conditions>(
  name: Name,
  conditions: Conditions,
  facts: Facts,
): boolean | undefined {
  const wanted = conditions[name];
  return wanted === undefined || TESTS[name](wanted, facts);
}
