import type { RuleOp, Strictness, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { mapRule } from "../engine/map-rule.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";

/**
 * A rule op whose patterns are code also where the grammar begins with text, as {@link completePattern}
 * does it for one pattern. An op of any other language is answered as it is.
 */
export function completeRule(op: RuleOp, language: Language): RuleOp {
  if (factsOfLanguage(language).patternPrefix === undefined) return op;
  const rule = (written: unknown): unknown =>
    isRecord(written) ? mapRule(written, (part) => completePart(part, language)) : written;
  const all = (map: unknown): unknown => (isRecord(map) ? mapValues(map, rule) : map);
  const fix = (written: unknown): unknown => {
    if (Array.isArray(written)) return written.map(fix);
    if (!isRecord(written)) return written;
    const { expandStart, expandEnd, ...others } = written;
    return {
      ...others,
      ...(expandStart === undefined ? {} : { expandStart: rule(expandStart) }),
      ...(expandEnd === undefined ? {} : { expandEnd: rule(expandEnd) }),
    };
  };
  const change = { rule, constraints: all, utils: all, fix, out: fix };
  const complete = (written: WrittenMap): WrittenMap =>
    Object.fromEntries(
      Object.entries(written).map(([key, value]) => [
        key,
        Object.hasOwn(change, key) ? change[key as keyof typeof change](value) : value,
      ]),
    );
  const { rewriters, globalUtils, ...own } = op;
  return {
    // The same keys with values of the same shape: only patterns inside of them are others.
    ...(complete(own) as unknown as typeof own),
    ...(rewriters === undefined ? {} : { rewriters: rewriters.map(complete) }),
    ...(globalUtils === undefined
      ? {}
      : { globalUtils: globalUtils.map((util) => ({ ...util, ...complete({ ...util }) })) }),
  };
}

function completePart(part: WrittenMap, language: Language): WrittenMap {
  const { pattern } = part;
  const context = isRecord(pattern) ? pattern.context : pattern;
  if (typeof context !== "string") return part;
  const { selector, strictness } = isRecord(pattern) ? pattern : {};
  const { pat, ...completed } = completePattern(
    {
      ...{ kind: "pattern", id: "", pat: context, out: "" },
      ...(typeof selector === "string" ? { selector } : {}),
    },
    language,
  );
  const more = completed.selector === undefined ? {} : { selector: completed.selector };
  const strict = strictness === undefined ? {} : { strictness: strictness as Strictness };
  return { ...part, pattern: { context: pat, ...more, ...strict } };
}

function mapValues(map: WrittenMap, change: (value: unknown) => unknown): WrittenMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
