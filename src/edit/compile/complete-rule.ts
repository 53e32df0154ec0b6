import type { GlobalUtil, PatternOp, RuleOp, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { mapRule } from "../engine/map-rule.ts";
import { withCheckedNames } from "../engine/written-names.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { hasWrittenDollars } from "../text/written-dollars.ts";

/** Completes one rule whose parts are complete already. */
type Complete = (part: WrittenMap) => WrittenMap;

/**
 * Completes the patterns of a rule op as {@link completePattern} does it for one pattern, so that they are code also
 * in a grammar that begins with text. Returns an op without any of that as it is.
 */
export function completeRule(op: RuleOp, language: Language): RuleOp {
  const isComplete = factsOfLanguage(language).patternPrefix === undefined;
  if (isComplete && !mentionsWritten(op)) return op;
  return mapParts(op, (part) => completePart(part, language));
}

/** Returns a rule op as it is searched: complete, and with the tests of names with four dollars. */
export function searchedRule(op: RuleOp, language: Language): RuleOp {
  const completed = completeRule(op, language);
  return completed === op ? op : mapParts(completed, withCheckedNames);
}

function mapParts(op: RuleOp, complete: Complete): RuleOp {
  const { constraints, utils, rewriters, globalUtils } = op;
  return {
    ...op,
    rule: mapRule(op.rule, complete),
    out: completeOut(op.out, complete),
    ...(constraints === undefined ? {} : { constraints: completeAll(constraints, complete) }),
    ...(utils === undefined ? {} : { utils: completeAll(utils, complete) }),
    ...(rewriters === undefined
      ? {}
      : { rewriters: rewriters.map((rewriter) => completeParts(rewriter, complete)) }),
    ...(globalUtils === undefined
      ? {}
      : { globalUtils: globalUtils.map((util) => completeUtil(util, complete)) }),
  };
}

/** True if a rule op has a name with four dollars. The rules of a project are looked at once. */
function mentionsWritten({ globalUtils, ...own }: RuleOp): boolean {
  if (hasWrittenDollars(JSON.stringify(own))) return true;
  if (globalUtils === undefined) return false;
  const known = written.get(globalUtils) ?? hasWrittenDollars(JSON.stringify(globalUtils));
  written.set(globalUtils, known);
  return known;
}

const written = new WeakMap<readonly GlobalUtil[], boolean>();

function completeOut(out: RuleOp["out"], complete: Complete): RuleOp["out"] {
  if (typeof out === "string") return out;
  if (isRecord(out)) return completeParts(out, complete);
  return out.map((fix) => completeParts(fix, complete));
}

function completeUtil(util: GlobalUtil, complete: Complete): GlobalUtil {
  const { rule, utils } = util;
  const local = utils === undefined ? {} : { utils: completeAll(utils, complete) };
  return { ...util, rule: mapRule(rule, complete), ...local };
}

/** Completes a rewriter or a fix. The form of its values is checked later: a value of another form stays. */
function completeParts(written: WrittenMap, complete: Complete): WrittenMap {
  return mapValues(written, (value, key) => {
    switch (key) {
      case "rule":
      case "expandStart":
      case "expandEnd":
        return isRecord(value) ? mapRule(value, complete) : value;
      case "constraints":
      case "utils":
        return isRecord(value) ? completeAll(value, complete) : value;
      case "fix":
        return completeFix(value, complete);
      default:
        return value;
    }
  });
}

function completeFix(fix: unknown, complete: Complete): unknown {
  if (Array.isArray(fix)) return fix.map((each) => completeFix(each, complete));
  return isRecord(fix) ? completeParts(fix, complete) : fix;
}

function completeAll(rules: WrittenMap, complete: Complete): WrittenMap {
  return mapValues(rules, (rule) => (isRecord(rule) ? mapRule(rule, complete) : rule));
}

function completePart(part: WrittenMap, language: Language): WrittenMap {
  const { pattern } = part;
  const written = isRecord(pattern) ? pattern : { context: pattern };
  const { context, selector, strictness } = written;
  if (typeof context !== "string") return part;
  const op: PatternOp = { kind: "pattern", id: "", pat: context, out: "" };
  const selected = typeof selector === "string" ? { ...op, selector } : op;
  const completed = completePattern(selected, language);
  return {
    ...part,
    pattern: {
      context: completed.pat,
      ...(completed.selector === undefined ? {} : { selector: completed.selector }),
      ...(strictness === undefined ? {} : { strictness }),
    },
  };
}

function mapValues(map: WrittenMap, change: (value: unknown, key: string) => unknown): WrittenMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}
