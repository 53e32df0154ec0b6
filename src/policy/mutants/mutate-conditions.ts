import {
  type CiCondition,
  type ConditionName,
  type Conditions,
  isGlobs,
  type ListCondition,
  type NumberCondition,
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

/** Yields conditions with one change each, in the order of a trace: dropped, turned around, and moved bounds. */
export function* mutateConditions(when: Conditions): Iterable<ChangedConditions> {
  for (const name of CONDITION_NAMES) {
    if (when[name] === undefined) continue;
    yield { change: `without \`${name}\``, at: [name], when: without(when, name) };
    yield { change: `with \`${name}\` turned around`, at: [name], when: turned(when, name) };
    for (const { change, at, value } of changedValues(when, name))
      yield { change, at: [name, ...at], when: { ...when, [name]: value } };
  }
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

function* changedValues(when: Conditions, name: ConditionName): Iterable<ChangedValue> {
  const wanted = when[name];
  switch (CONDITION_KINDS[name].kind) {
    case "any":
    case "all":
      return yield* changedAlternatives(name, when[name as "any" | "all"] ?? []);
    case "not":
      for (const { change, at, when: value } of mutateConditions(when.not ?? {}))
        yield { change: `${change} in \`not\``, at, value };
      return;
    case "ci":
      return yield* changedParts(name, wanted as CiCondition);
    case "at-most":
      return yield* moved(`\`${name}\``, wanted as number, Number.NEGATIVE_INFINITY);
    case "number":
      return yield* changedNumbers(`\`${name}\``, wanted as NumberCondition);
    case "boolean":
    case "expression":
      return;
    default:
      return yield* changedLists(`\`${name}\``, wanted as ListCondition);
  }
}

function* changedAlternatives(
  name: string,
  alternatives: readonly Conditions[],
): Iterable<ChangedValue> {
  for (const [index, inner] of alternatives.entries()) {
    const label = `\`${name}[${index}]\``;
    if (alternatives.length > 1)
      yield { change: `without ${label}`, at: [index], value: alternatives.toSpliced(index, 1) };
    for (const { change, at, when } of mutateConditions(inner))
      yield {
        change: `${change} in ${label}`,
        at: [index, ...at],
        value: alternatives.with(index, when),
      };
  }
}

/** Leaves out one of several parts, and changes each. */
function* changedParts(name: string, parts: CiCondition): Iterable<ChangedValue> {
  const keys = Object.keys(parts) as (keyof CiCondition)[]; // Its keys.
  for (const key of keys) {
    const part = parts[key];
    const label = `\`${name}.${key}\``;
    if (keys.length > 1) yield withoutPart(parts, key, `without ${label}`);
    if (typeof part === "object") yield* inPart(parts, key, changedGlobs(label, part));
  }
}

function withoutPart(parts: object, key: string, change: string): ChangedValue {
  return { change, at: [key], value: definedOnly({ ...parts, [key]: undefined }) };
}

function* inPart(
  parts: object,
  key: string,
  changes: Iterable<ChangedValue>,
): Iterable<ChangedValue> {
  for (const { change, at, value } of changes)
    yield { change, at: [key, ...at], value: { ...parts, [key]: value } };
}

/** Moves a number by one, but not below `least`. */
function* moved(label: string, number: number, least: number): Iterable<ChangedValue> {
  for (const value of [number - 1, number + 1])
    if (value >= least)
      yield { change: `with ${label} ${value} in place of ${number}`, at: [], value };
}

function* changedNumbers(label: string, wanted: NumberCondition): Iterable<ChangedValue> {
  if (typeof wanted === "number") return yield* moved(label, wanted, Number.NEGATIVE_INFINITY);
  for (const end of ["min", "max"] as const) {
    const number = wanted[end];
    if (number !== undefined) yield* inPart(wanted, end, moved(`${end} of ${label}`, number, 0));
  }
}

function* changedLists(label: string, wanted: ListCondition): Iterable<ChangedValue> {
  if (typeof wanted === "boolean") return;
  if (isGlobs(wanted)) return yield* changedGlobs(label, wanted);
  const keys = (["any", "all", "none", "count"] as const).filter(
    (key) => wanted[key] !== undefined,
  );
  if (keys.length > 1)
    for (const key of keys) yield withoutPart(wanted, key, `without ${key} of ${label}`);
  for (const key of ["any", "all", "none"] as const)
    yield* inPart(wanted, key, changedGlobs(`${key} of ${label}`, wanted[key] ?? []));
  if (wanted.count !== undefined)
    yield* inPart(wanted, "count", changedNumbers(`count of ${label}`, wanted.count));
}

function* changedGlobs(label: string, globs: readonly string[]): Iterable<ChangedValue> {
  if (globs.length < 2) return;
  for (const [index, glob] of globs.entries())
    yield {
      change: `with ${label} without \`${glob}\``,
      at: [index],
      value: globs.toSpliced(index, 1),
    };
}
