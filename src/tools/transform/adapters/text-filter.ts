import * as engine from "@ast-grep/napi";
import { admits, type Prefilter } from "../../../edit/compile/prefilter.ts";
import { prefilterOfSearch } from "../../../edit/compile/rule-prefilter.ts";
import { factsOfLanguage, resolveLanguage } from "../../../edit/language/language.ts";
import { isRecord } from "../../../shared/is-record.ts";

/** The most searches that are compiled: a module that makes one for each file would lose more than it gains. */
const MOST_SEARCHES = 200;

/** The deepest nesting of a search that is read. */
const MAX_DEPTH = 100;

/**
 * Returns a function that is false only if a search finds nothing in any tree of a text: the text lacks a string that
 * each match has. True for a search that the engine refuses, so that it says so for every file.
 */
export function createTextFilter(): (matcher: unknown, language: string, text: string) => boolean {
  const known = new Map<string, Prefilter | undefined>();
  return (matcher, language, text) => {
    const search = searchOf(matcher);
    if (search === undefined) return true;
    const key = `${language} ${JSON.stringify(search)}`;
    if (!known.has(key)) {
      if (known.size >= MOST_SEARCHES) return true;
      known.set(key, filterOf(search, matcher, language));
    }
    const filter = known.get(key);
    return filter === undefined || admits(filter, (part) => text.includes(part));
  };
}

/** A search as data. */
interface PlainSearch {
  readonly rule: Readonly<Record<string, unknown>>;
  readonly constraints?: Readonly<Record<string, unknown>>;
  readonly utils?: Readonly<Record<string, unknown>>;
}

/** Returns a search that is nothing but data; undefined for any other, and for the number of a kind. */
function searchOf(matcher: unknown): PlainSearch | undefined {
  if (typeof matcher === "string") return searchOf({ rule: { pattern: matcher } });
  if (!isRecord(matcher) || !isPlain(matcher, MAX_DEPTH)) return undefined;
  const { rule, constraints, utils } = matcher;
  if (!isRecord(rule)) return undefined;
  return {
    rule,
    ...(isRecord(constraints) ? { constraints } : {}),
    ...(isRecord(utils) ? { utils } : {}),
  };
}

/** True for what JSON writes as it is. Half of a surrogate pair is none: the engine reads it as another character. */
function isPlain(value: unknown, depth: number): boolean {
  if (value === null || value === undefined || typeof value === "boolean") return true;
  if (typeof value === "string") return !/[\p{Cs}\uFFFD]/u.test(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every(
    (property) => "value" in property && isPlain(property.value, depth - 1),
  );
}

function filterOf(search: PlainSearch, matcher: unknown, language: string): Prefilter | undefined {
  const id = resolveLanguage(language);
  if (id === undefined || factsOfLanguage(id).patternPrefix !== undefined) return undefined;
  try {
    // The engine checks a search before it looks at the tree.
    engine
      .parse(language, "")
      .root()
      .findAll(matcher as engine.NapiConfig); // It says so, if it is none.
    return prefilterOfSearch(search, id);
  } catch {
    return undefined; // It is asked again for each file, and its error is that of the file.
  }
}
