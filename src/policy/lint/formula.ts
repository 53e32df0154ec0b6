import {
  type CiCondition,
  type ConditionName,
  type Conditions,
  isGlobs,
  type ListCondition,
  type NumberCondition,
} from "../../model/policy/conditions.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { CONDITION_KINDS, CONDITION_NAMES } from "../conditions/condition-kinds.ts";
import { writtenConditions } from "../written-of.ts";
import { type Atom, lengthOf, negatedAtom } from "./atoms.ts";

/** Statements that are put together. */
export type Formula =
  | { readonly kind: "atom"; readonly atom: Atom }
  | { readonly kind: "and" | "or"; readonly parts: readonly Formula[] };

/** Returns conditions as a formula of statements about facts; `not` stands in it only inside of statements. */
export function formulaOf(when: Conditions): Formula {
  const parts = CONDITION_NAMES.filter((name) => when[name] !== undefined).map((name) =>
    ofCondition(when, name),
  );
  return { kind: "and", parts };
}

/** Returns the formula that is true exactly if the other one is false. */
export function negatedFormula(formula: Formula): Formula {
  if (formula.kind === "atom") return { kind: "or", parts: negatedAtom(formula.atom).map(atomic) };
  return { kind: formula.kind === "and" ? "or" : "and", parts: formula.parts.map(negatedFormula) };
}

function atomic(atom: Atom): Formula {
  return { kind: "atom", atom };
}

function ofCondition(when: Conditions, name: ConditionName): Formula {
  const { kind, fact = "lines" } = CONDITION_KINDS[name];
  const wanted = when[name];
  switch (kind) {
    case "any":
    case "all":
      return { kind: kind === "any" ? "or" : "and", parts: (when[kind] ?? []).map(formulaOf) };
    case "not":
      return negatedFormula(formulaOf(when.not ?? {}));
    case "ci":
      return ofCi(wanted as CiCondition);
    case "name":
      return items(fact, "any", wanted as readonly string[]);
    case "all-paths":
    case "any-path":
      return items(
        fact,
        kind === "all-paths" ? "all" : "any",
        wanted as readonly string[],
        "paths",
      );
    case "at-most":
      return range(numberOf(fact), { max: wanted as number });
    case "number":
      return range(numberOf(fact), wanted as NumberCondition);
    case "boolean":
      return atomic({ kind: "flag", of: fact, value: wanted as boolean });
    case "paths":
    case "names":
    case "texts":
      return ofList(fact, wanted as ListCondition, kind === "paths" ? "paths" : "names");
    default:
      return atomic({ kind: "other", of: textOf({ [name]: wanted }), value: true });
  }
}

/** Names of languages are no globs, and an expression is its source. */
function textOf(condition: Conditions): string {
  return canonicalJson(writtenConditions(condition));
}

function numberOf(fact: string): string {
  return fact === "fileCount" ? lengthOf("files") : fact;
}

function range(of: string, wanted: NumberCondition): Formula {
  const exact = typeof wanted === "number" ? { min: wanted, max: wanted } : wanted;
  const { min = 0, max = Number.POSITIVE_INFINITY } = exact;
  return atomic({ kind: "range", of, min, max });
}

type Items = Extract<Atom, { readonly kind: "items" }>;

function items(
  of: string,
  op: Items["op"],
  globs: readonly string[],
  form: Items["form"] = "names",
): Formula {
  return atomic({ kind: "items", of, op, globs, form });
}

function ofList(of: string, wanted: ListCondition, form: Items["form"]): Formula {
  if (typeof wanted === "boolean") return range(lengthOf(of), wanted ? { min: 1 } : 0);
  if (isGlobs(wanted)) return items(of, "any", wanted, form);
  const { count } = wanted;
  const named = (["any", "all", "none"] as const).flatMap((op) => {
    const globs = wanted[op];
    return globs === undefined ? [] : [items(of, op, globs, form)];
  });
  const counted = count === undefined ? [] : [range(lengthOf(of), count)];
  return { kind: "and", parts: [...named, ...counted] };
}

function ofCi({ event, branch, provider, fork }: CiCondition): Formula {
  const named = Object.entries({ event, branch, provider }).flatMap(([name, globs]) =>
    globs === undefined ? [] : [items(`ci.${name}`, "any", globs)],
  );
  const own: readonly Formula[] =
    fork === undefined ? [] : [atomic({ kind: "flag", of: "ci.fork", value: fork })];
  return { kind: "and", parts: [...named, ...own] };
}
