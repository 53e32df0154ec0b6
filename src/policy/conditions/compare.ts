import {
  isGlobs,
  type ListCondition,
  type NumberCondition,
  type ShareCondition,
} from "../../model/policy/conditions.ts";
import { type GlobMatcher, globMatcher, pathMatcher } from "../../shared/paths/glob.ts";
import { sha256 } from "../../shared/sha256.ts";

/** True if a condition holds, false if it fails, undefined if the facts of the action do not say (Kleene's logic). */
type Holds = boolean | undefined;

/**
 * The part of a fact that decided a comparison, for a trace: the file that broke a rule, the number that was too large.
 */
export type Found = string | number | boolean | undefined;

/** The outcome of one comparison. */
export interface Comparison {
  readonly holds: Holds;
  readonly found: Found;
}

/** A fact that is not known. */
export const UNKNOWN: Comparison = { holds: undefined, found: undefined };

const HOLDS: Comparison = { holds: true, found: undefined };

/** Compares a name with globs. */
export function compareName(globs: readonly string[], name: string | undefined): Comparison {
  if (name === undefined) return UNKNOWN;
  return { holds: globMatcher(globs)(name), found: name };
}

/** True for the wanted value. */
export function compareBoolean(wanted: boolean, fact: boolean | undefined): Comparison {
  return fact === undefined ? UNKNOWN : { holds: fact === wanted, found: fact };
}

/** Compares a number with one, or with a range. */
export function compareNumber(wanted: NumberCondition, fact: number | undefined): Comparison {
  if (fact === undefined) return UNKNOWN;
  return { holds: isIn(wanted, fact), found: fact };
}

function isIn(wanted: NumberCondition, value: number): boolean {
  if (typeof wanted === "number") return value === wanted;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = wanted;
  return value >= min && value <= max;
}

/** True above a number of seconds. Nothing is found: the age is another one whenever it is looked at. */
export function compareAge(seconds: number, age: number | undefined): Comparison {
  return age === undefined ? UNKNOWN : { holds: age > seconds, found: undefined };
}

/** Hexadecimal digits of a digest that choose a percent: 48 bits. */
const DIGITS = 12;

/**
 * True if the percent of a path, from 1 to 100, is not above the share. It follows from the rule and the path alone, so
 * that every run chooses the same, and a larger share only adds.
 */
export function compareShare(
  { percent, rule }: ShareCondition,
  path: string | undefined,
): Comparison {
  if (path === undefined) return UNKNOWN;
  const drawn = Number.parseInt(sha256(`${rule}\0${path}`).slice(0, DIGITS), 16);
  const found = Math.floor((drawn / 16 ** DIGITS) * 100) + 1;
  return { holds: found <= percent, found };
}

/** True if each item matches and there is one; found is the first that does not. */
export function compareAll(matches: GlobMatcher, items: readonly string[]): Comparison {
  const odd = items.find((item) => !matches(item));
  return {
    holds: odd === undefined && items.length > 0,
    found: odd ?? (items.length > 0 ? undefined : 0),
  };
}

/** True if one item matches; found is that one, or the first of those that do not. */
export function compareAny(matches: GlobMatcher, items: readonly string[]): Comparison {
  const item = items.find(matches);
  return { holds: item !== undefined, found: item ?? items[0] ?? 0 };
}

/** Compares a list with what is wanted of it. `asPaths`: a glob also names a folder with everything below. */
export function compareList(
  wanted: ListCondition,
  items: readonly string[] | undefined,
  form: "paths" | "names" | "texts",
): Comparison {
  if (items === undefined) return UNKNOWN;
  if (typeof wanted === "boolean")
    return { holds: items.length > 0 === wanted, found: items[0] ?? 0 };
  const matcher = form === "paths" ? pathMatcher : globMatcher;
  if (isGlobs(wanted)) return compareAny(matcher(wanted), items);
  const { any, all, none, count } = wanted;
  const parts = [
    any && compareAny(matcher(any), items),
    all && compareAll(matcher(all), items),
    none && negated(compareAny(matcher(none), items)),
    count === undefined ? undefined : compareNumber(count, items.length),
  ];
  return parts.find((part) => part?.holds === false) ?? HOLDS;
}

/** Turns an outcome around; what is not known stays so. */
export function negated({ holds, found }: Comparison): Comparison {
  return { holds: holds === undefined ? undefined : !holds, found };
}
