import {
  type CiCondition,
  CONDITION_KINDS,
  CONDITION_NAMES,
  type ConditionName,
  type Conditions,
  isGlobs,
  type ListCondition,
  type NameCondition,
  type NumberCondition,
  type ShareCondition,
} from "../../model/policy/conditions.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { ageInSeconds } from "../../shared/schema/milliseconds.ts";
import { writtenConditions } from "../written-of.ts";

/** One of the statements that a rule makes about facts, with the name of its condition. */
export type Statement = { readonly name: ConditionName; readonly of: string } & (
  | { readonly kind: "range"; readonly min: number; readonly max: number }
  | {
      readonly kind: "items";
      readonly op: "any" | "all" | "none";
      readonly globs: ReadonlySet<string>;
    }
  | { readonly kind: "not"; readonly inner: readonly Statement[] }
  /** Anything else: `of` is its text. */
  | { readonly kind: "text" }
);

/** A statement without the name of its condition. */
type Part<Each = Statement> = Each extends Statement ? Omit<Each, "name"> : never;

/** Returns the statements of conditions, in the order of a trace; those in `all` are like those beside it. */
export function statementsOf(when: Conditions): readonly Statement[] {
  return CONDITION_NAMES.filter((name) => when[name] !== undefined).flatMap((name) =>
    partsOf(when, name).map((part): Statement => ({ ...part, name })),
  );
}

function partsOf(when: Conditions, name: ConditionName): readonly Part[] {
  const { kind, fact = "lines" } = CONDITION_KINDS[name];
  const wanted = when[name];
  const text = canonicalJson(writtenConditions({ [name]: wanted }));
  switch (kind) {
    case "all":
      return (when.all ?? []).flatMap(statementsOf);
    case "not":
      return [{ kind, of: text, inner: statementsOf(when.not ?? {}) }];
    case "ci":
      return partsOfCi(wanted as CiCondition);
    case "name":
      return [items(fact, "any", wanted as NameCondition)];
    case "all-paths":
      return partsOfList(fact, { all: wanted as NameCondition });
    case "any-path":
      return partsOfList(fact, { any: wanted as NameCondition });
    case "at-most":
      return [range(numberOf(fact), { max: wanted as number })];
    case "number":
      return [range(numberOf(fact), wanted as NumberCondition)];
    case "boolean":
      return [range(fact, Number(wanted))];
    case "age":
      return [range(fact, { min: Math.floor(ageInSeconds(wanted as string)) + 1 })];
    case "share":
      return partsOfShare(wanted as ShareCondition);
    case "paths":
    case "names":
    case "texts":
      return partsOfList(fact, wanted as ListCondition);
    default:
      return [{ kind: "text", of: text }];
  }
}

/** None of all never holds; all of them always do. Shares of two rules have nothing to do with each other. */
function partsOfShare({ percent, rule }: ShareCondition): readonly Part[] {
  const of = `percent for ${rule}`;
  if (percent === 100) return [range(of, {})];
  return percent === 0 ? [range(of, { min: 1 }), range(of, 0)] : [range(of, { max: percent })];
}

/** A list with an item has a length of at least 1. */
function partsOfList(of: string, wanted: ListCondition): readonly Part[] {
  if (typeof wanted === "boolean") return [range(lengthOf(of), wanted ? { min: 1 } : 0)];
  const { count, ...globs } = isGlobs(wanted) ? { any: wanted, count: undefined } : wanted;
  const ops = (["any", "all", "none"] as const).flatMap((op): readonly Part[] => {
    const named = globs[op];
    if (named === undefined) return [];
    const own = items(of, op, named);
    return op === "none" ? [own] : [own, range(lengthOf(of), { min: 1 })];
  });
  return count === undefined ? ops : [...ops, range(lengthOf(of), count)];
}

function partsOfCi({ fork, draft, labels, ...named }: CiCondition): readonly Part[] {
  const globs = Object.entries(named).flatMap(([name, wanted]) =>
    wanted === undefined ? [] : [items(`ci.${name}`, "any", wanted)],
  );
  return [
    ...globs,
    ...(labels === undefined ? [] : partsOfList("ci.labels", labels)),
    ...(fork === undefined ? [] : [range("ci.fork", Number(fork))]),
    ...(draft === undefined ? [] : [range("ci.draft", Number(draft))]),
  ];
}

function items(of: string, op: "any" | "all" | "none", globs: NameCondition): Part {
  return { kind: "items", of, op, globs: new Set(globs) };
}

/** A number, or what is true or false: 1 or 0. */
function range(of: string, wanted: NumberCondition): Part {
  const exact = typeof wanted === "number" ? { min: wanted, max: wanted } : wanted;
  const { min = 0, max = Number.POSITIVE_INFINITY } = exact;
  return { kind: "range", of, min, max };
}

function numberOf(fact: string): string {
  return fact === "fileCount" ? lengthOf("files") : fact;
}

function lengthOf(list: string): string {
  return `length of ${list}`;
}
