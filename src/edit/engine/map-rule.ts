import type { WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";

/** Rebuilds a written rule from the inside out: `change` gets every rule in it after the rule's parts. */
export function mapRule(rule: WrittenMap, change: (rule: WrittenMap) => WrittenMap): WrittenMap {
  const mapped = Object.entries(rule).map(([key, value]) => [key, mapValue(key, value, change)]);
  return change(Object.fromEntries(mapped));
}

function mapValue(key: string, value: unknown, change: (rule: WrittenMap) => WrittenMap): unknown {
  const inner = (part: unknown) => (isRecord(part) ? mapRule(part, change) : part);
  switch (key) {
    case "inside":
    case "has":
    case "precedes":
    case "follows":
    case "not":
    case "stopBy":
    case "ofRule":
      return inner(value);
    case "all":
    case "any":
      return Array.isArray(value) ? value.map(inner) : value;
    case "nthChild":
      return isRecord(value) && isRecord(value.ofRule)
        ? { ...value, ofRule: inner(value.ofRule) }
        : value;
    case "matches":
      return isRecord(value) ? mapCalls(value, inner) : value;
    default:
      return value;
  }
}

function mapCalls(calls: WrittenMap, inner: (part: unknown) => unknown): WrittenMap {
  const mapped = Object.entries(calls).map(([id, passed]) => [
    id,
    isRecord(passed)
      ? Object.fromEntries(Object.entries(passed).map(([name, rule]) => [name, inner(rule)]))
      : passed,
  ]);
  return Object.fromEntries(mapped);
}
