import type {
  CiCondition,
  ConditionName,
  Conditions,
  ListCondition,
  NumberCondition,
} from "../../model/policy/conditions.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { CONDITION_KINDS, CONDITION_NAMES } from "../conditions/condition-kinds.ts";

/** Conditions with one change. */
export interface ChangedConditions {
  /** The change in words: `without \`maxFiles\``. */
  readonly change: string;
  /** The path of what was changed, in `when`. */
  readonly at: YamlPath;
  readonly when: Conditions;
}

/** Returns conditions with one change each, in the order of a trace: dropped, turned around, and moved bounds. */
export function mutateConditions(when: Conditions): readonly ChangedConditions[] {
  return CONDITION_NAMES.filter((name) => when[name] !== undefined).flatMap((name) => [
    { change: `without \`${name}\``, at: [name], when: without(when, name) },
    { change: `with \`${name}\` turned around`, at: [name], when: turned(when, name) },
    ...changedValues(when, name).map(({ change, at, value }) => ({
      change,
      at: [name, ...at],
      when: { ...when, [name]: value },
    })),
  ]);
}

function without(when: Conditions, name: ConditionName): Conditions {
  return definedOnly({ ...when, [name]: undefined });
}

function turned(when: Conditions, name: ConditionName): Conditions {
  const { all = [], not } = when;
  const opposite: Conditions = name === "not" ? (not ?? {}) : { not: { [name]: when[name] } };
  const others = without(when, name);
  return { ...others, all: [...(name === "all" ? [] : all), opposite] };
}

/** A value of a condition with one change; the path leads to it in the condition. */
interface ChangedValue {
  readonly change: string;
  readonly at: YamlPath;
  readonly value: unknown;
}

function changedValues(when: Conditions, name: ConditionName): readonly ChangedValue[] {
  const wanted = when[name];
  switch (CONDITION_KINDS[name].kind) {
    case "any":
    case "all":
      return changedAlternatives(name, when[name as "any" | "all"] ?? []);
    case "not":
      return mutateConditions(when.not ?? {}).map(({ change, at, when: value }) => ({
        change: `${change} in \`not\``,
        at,
        value,
      }));
    case "ci":
      return changedParts(name, wanted as CiCondition);
    case "at-most":
      return [-1, 1].map((by) => moved(`\`${name}\``, wanted as number, by));
    case "number":
      return changedNumbers(`\`${name}\``, wanted as NumberCondition);
    case "boolean":
    case "expression":
      return [];
    default:
      return changedLists(`\`${name}\``, wanted as ListCondition);
  }
}

function changedAlternatives(
  name: string,
  alternatives: readonly Conditions[],
): readonly ChangedValue[] {
  return alternatives.flatMap((inner, index): readonly ChangedValue[] => {
    const others = alternatives.filter((_, at) => at !== index);
    const dropped = {
      change: `without \`${name}[${index}]\``,
      at: [index],
      value: others,
    };
    const changed = mutateConditions(inner).map(({ change, at, when }) => ({
      change: `${change} in \`${name}[${index}]\``,
      at: [index, ...at],
      value: alternatives.map((each, other) => (other === index ? when : each)),
    }));
    return others.length === 0 ? changed : [dropped, ...changed];
  });
}

/** Leaves out one of several parts, and changes each. */
function changedParts(name: string, parts: CiCondition): readonly ChangedValue[] {
  const keys = Object.keys(parts) as (keyof CiCondition)[]; // Its keys.
  return keys.flatMap((key): readonly ChangedValue[] => {
    const part = parts[key];
    const label = `\`${name}.${key}\``;
    const left = { ...parts, [key]: undefined };
    const rest =
      keys.length > 1 ? [{ change: `without ${label}`, at: [key], value: definedOnly(left) }] : [];
    const changed = typeof part === "object" ? changedGlobs(label, part) : [];
    return [...rest, ...changed.map((each) => inPart(parts, key, each))];
  });
}

function inPart(parts: object, key: string, { change, at, value }: ChangedValue): ChangedValue {
  return { change, at: [key, ...at], value: { ...parts, [key]: value } };
}

function moved(label: string, number: number, by: number): ChangedValue {
  return {
    change: `with ${label} ${number + by} in place of ${number}`,
    at: [],
    value: number + by,
  };
}

function changedNumbers(label: string, wanted: NumberCondition): readonly ChangedValue[] {
  if (typeof wanted === "number") return [-1, 1].map((by) => moved(label, wanted, by));
  return (["min", "max"] as const).flatMap((end) => {
    const number = wanted[end];
    if (number === undefined) return [];
    return [-1, 1]
      .filter((by) => number + by >= 0)
      .map((by) => inPart(wanted, end, moved(`${end} of ${label}`, number, by)));
  });
}

function changedLists(label: string, wanted: ListCondition): readonly ChangedValue[] {
  if (typeof wanted === "boolean") return [];
  if (isGlobs(wanted)) return changedGlobs(label, wanted);
  const { count } = wanted;
  const keys = (["any", "all", "none", "count"] as const).filter(
    (key) => wanted[key] !== undefined,
  );
  const dropped = keys.map((key) => ({
    change: `without ${key} of ${label}`,
    at: [key],
    value: definedOnly({ ...wanted, [key]: undefined }),
  }));
  const changed = (["any", "all", "none"] as const).flatMap((key) =>
    changedGlobs(`${key} of ${label}`, wanted[key] ?? []).map((each) => inPart(wanted, key, each)),
  );
  const counts = count === undefined ? [] : changedNumbers(`count of ${label}`, count);
  return [
    ...(keys.length > 1 ? dropped : []),
    ...changed,
    ...counts.map((each) => inPart(wanted, "count", each)),
  ];
}

function changedGlobs(label: string, globs: readonly string[]): readonly ChangedValue[] {
  if (globs.length < 2) return [];
  return globs.map((glob, index) => ({
    change: `with ${label} without \`${glob}\``,
    at: [index],
    value: globs.filter((_, other) => other !== index),
  }));
}

function isGlobs(wanted: Exclude<ListCondition, boolean>): wanted is readonly string[] {
  return Array.isArray(wanted);
}
