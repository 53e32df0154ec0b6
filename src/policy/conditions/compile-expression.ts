import { FACT_ROWS, type Facts, type FactType } from "../../model/action/facts.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { ExpressionResult, PolicyExpression } from "../../model/policy/conditions.ts";
import {
  type CelFault,
  type CelType,
  type CelValues,
  compileCel,
  toCelValues,
} from "../../shared/cel/cel.ts";
import type { CelReference } from "../../shared/cel/cel-references.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { knownFacts } from "./known-facts.ts";

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
    Object.entries(FACT_ROWS).map(([name, { type }]) => [name, CEL_TYPES[type]]),
  ),
  ci: {
    event: "string",
    branch: "string",
    fork: "bool",
    author: "string",
    labels: "list<string>",
    source: "string",
    draft: "bool",
    provider: "string",
  },
};

/**
 * Compiles an expression over `facts` and `ci`, and checks its types: an unknown fact, a comparison of two types and a
 * value that is not true or false are faults, with their offset (UTF-16).
 */
export async function compileExpression(source: string): Promise<PolicyExpression | CelFault> {
  const compiled = await compileCel(source, VARIABLES);
  if ("fault" in compiled) return compiled;
  const { checked, references } = compiled;
  const unknown = references
    .map((one) => unknownName(one, source))
    .find((fault) => fault !== undefined);
  if (unknown !== undefined) return unknown;
  if ("fault" in checked) return checked;
  if (checked.type !== "bool" && checked.type !== "dyn")
    return { fault: `It comes to a value of type \`${checked.type}\`, and must be true or false.` };
  const facts = references.flatMap(({ path: [of, name] }) => {
    if (of !== "facts") return [];
    return name === undefined ? Object.keys(FACT_ROWS) : [name]; // As a whole it may be any of them.
  });
  return {
    source,
    facts: [...new Set(facts)],
    evaluate(values, ci) {
      const converted = celValuesOf(values, ci);
      return "fault" in converted ? converted : resultOf(compiled.evaluateOn(converted));
    },
  };
}

/** Returns the fault of a fact that does not exist, also in `has(…)`, which would be false for every action. */
function unknownName({ path, offset }: CelReference, source: string): CelFault | undefined {
  const [of = "", name] = path;
  const known = VARIABLES[of];
  if (typeof known !== "object" || name === undefined || Object.hasOwn(known, name))
    return undefined;
  const fault = `Unknown fact \`${of}.${name}\`. ${didYouMean(name, Object.keys(known))}`.trimEnd();
  return { fault, offset: source.startsWith(`${of}.`, offset) ? offset + of.length + 1 : offset };
}

/** The values of the last action: all expressions of a policy look at one action after the other. */
let last: { readonly facts: Facts; readonly ci: CiFacts; readonly values: CelValues } | undefined;

/** The details of a custom tool may be nested deeper than can be converted. */
function celValuesOf(facts: Facts, ci: CiFacts): CelValues | CelFault {
  try {
    if (last?.facts !== facts || last.ci !== ci)
      last = { facts, ci, values: toCelValues({ facts: knownFacts(facts), ci }) };
    return last.values;
  } catch (error) {
    if (error instanceof RangeError) return { fault: "The facts are nested too deeply." };
    throw error;
  }
}

function resultOf(result: { readonly value: unknown } | CelFault): ExpressionResult {
  if ("fault" in result) return result;
  const { value } = result;
  return typeof value === "boolean" ? { value } : { fault: "It is neither true nor false." };
}
