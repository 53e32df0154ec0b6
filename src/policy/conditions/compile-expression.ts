import { FACT_TYPES, type Facts, type FactType } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { ExpressionResult, PolicyExpression } from "../../model/policy/conditions.ts";
import {
  type CelFault,
  type CelType,
  type CelValues,
  compileCel,
  toCelValues,
} from "../../shared/cel.ts";

/** The types of CEL for the facts. Numbers of facts are whole. */
const CEL_TYPES: Readonly<Record<FactType, CelType>> = {
  string: "string",
  list: "list<string>",
  number: "int",
  boolean: "bool",
  map: "map<string, dyn>",
};

const VARIABLES: Readonly<Record<string, CelType>> = {
  facts: Object.fromEntries(
    Object.entries(FACT_TYPES).map(([name, type]) => [name, CEL_TYPES[type]]),
  ),
  ci: { event: "string", branch: "string", fork: "bool", provider: "string" },
};

/**
 * Compiles an expression over `facts` and `ci`, and checks its types: an unknown fact, a comparison of two types and a
 * value that is not true or false are faults, with their offset (UTF-16).
 */
export async function compileExpression(source: string): Promise<PolicyExpression | CelFault> {
  const compiled = await compileCel(source, VARIABLES);
  if ("fault" in compiled) return compiled;
  const { checked, references } = compiled;
  if ("fault" in checked) return checked;
  if (checked.type !== "bool" && checked.type !== "dyn")
    return { fault: `It comes to a value of type \`${checked.type}\`, and must be true or false.` };
  const facts = references.flatMap(({ path: [of, name] }) =>
    of === "facts" && name !== undefined ? [name] : [],
  );
  return {
    source,
    facts: [...new Set(facts)],
    evaluate: (values, ci) => resultOf(compiled.evaluateOn(celValuesOf(values, ci))),
  };
}

/** The values of the last action: all expressions of a policy look at one action after the other. */
let last: { readonly facts: Facts; readonly ci: CiFacts; readonly values: CelValues } | undefined;

function celValuesOf(facts: Facts, ci: CiFacts): CelValues {
  if (last?.facts !== facts || last.ci !== ci)
    last = { facts, ci, values: toCelValues({ facts, ci }) };
  return last.values;
}

function resultOf(result: { readonly value: unknown } | CelFault): ExpressionResult {
  if ("fault" in result) return result;
  const { value } = result;
  return typeof value === "boolean" ? { value } : { fault: "It is neither true nor false." };
}
