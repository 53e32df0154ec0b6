import type { Environment as CelEnvironment } from "@marcbachmann/cel-js";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { messageOf } from "../message-of.ts";
import { interruptAfter } from "../process/interrupt-after.ts";
import { TimeLimitError } from "../process/time-limit.ts";
import { countSteps, type StepCounter } from "./cel-counter.ts";
import { type CelReference, referencesIn } from "./cel-references.ts";
import { nodesOf, type StepBound, stepBoundOf, takesFewSteps } from "./cel-steps.ts";

/** The type of a variable of an expression: a type of CEL, or a map with the types of its fields. */
export type CelType = string | { readonly [field: string]: CelType };

/** The fault of an expression. */
export interface CelFault {
  /** A sentence. */
  readonly fault: string;
  /** The offset in the expression; UTF-16. */
  readonly offset?: number;
}

/** An expression that was parsed. */
export interface CelExpression {
  /** The references, as far as constants name them, in the order of the expression. */
  readonly references: readonly CelReference[];
  /** Its type as CEL calls it (`dyn` if it cannot be known), or the reason why it can never be evaluated. */
  readonly checked: { readonly type: string } | CelFault;
  /**
   * Returns its value, with a `bigint` for a whole number. Whole numbers among the values become CEL's `int`, others
   * `double`; the two compare. Never throws, and takes a bounded number of steps.
   */
  evaluate(values: Readonly<Record<string, unknown>>): { readonly value: unknown } | CelFault;
  /** The same with values that were converted before, for many expressions. */
  evaluateOn(values: CelValues): { readonly value: unknown } | CelFault;
}

/** The values of variables, as CEL has them. */
export interface CelValues {
  readonly variables: Record<string, unknown>;
  /** The number of items of all lists and maps. */
  readonly items: number;
}

/** Limits far above what a user writes. */
const LIMITS = { maxAstNodes: 2000, maxDepth: 64, maxListElements: 1000, maxMapEntries: 100 };
/** For one evaluation; milliseconds. The bound of steps ends it long before, also on a slow machine. */
const TIME_LIMIT = 10_000;

/**
 * Compiles an expression of CEL. The library is loaded with the first one, so that runs without expressions start
 * faster; `matches` is not supported, because a regular expression of JavaScript can take for ever.
 */
export async function compileCel(
  source: string,
  variables: Readonly<Record<string, CelType>>,
): Promise<CelExpression | CelFault> {
  if (source.length > INPUT_LIMITS.expressionLength)
    return { fault: `It has more than ${INPUT_LIMITS.expressionLength} characters.` };
  const environment = await environmentOf(variables);
  try {
    const parsed = environment.parse(source);
    const nodes = nodesOf(parsed.ast);
    const forbidden = nodes.find(({ op, args }) => op === "rcall" && args[0] === "matches");
    if (forbidden !== undefined)
      return {
        fault:
          "`matches` is not supported. Use `startsWith`, `endsWith`, `contains` or a comparison.",
        offset: forbidden.start,
      };
    const { type = "dyn", error } = parsed.check();
    const references = referencesIn(nodes, Object.keys(variables));
    const isTyped = references.every(({ path }) => isTypedReference(path, variables));
    const bound = isTyped ? stepBoundOf(parsed.ast) : undefined;
    const counter = countSteps(nodes);
    const evaluateOn = (values: CelValues) =>
      evaluate(() => parsed(values.variables), { bound, counter }, values);
    return {
      references,
      checked: error === undefined ? { type } : faultOf(error),
      evaluate: (values) => evaluateOn(toCelValues(values)),
      evaluateOn,
    };
  } catch (error) {
    return faultOf(error);
  }
}

const environments = new WeakMap<object, CelEnvironment>();

/** Makes one environment for all expressions over the same variables: it takes longer than to parse one. */
async function environmentOf(
  variables: Readonly<Record<string, CelType>>,
): Promise<CelEnvironment> {
  const { Environment } = await import("@marcbachmann/cel-js");
  const known = environments.get(variables);
  if (known !== undefined) return known;
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits: LIMITS });
  for (const [name, type] of Object.entries(variables)) declare(environment, name, type);
  environments.set(variables, environment);
  return environment;
}

function declare(environment: CelEnvironment, name: string, type: CelType): void {
  if (typeof type === "string") environment.registerVariable(name, type);
  else environment.registerVariable({ name, schema: copyOf(type) });
}

/** The library needs maps that it may write to. */
function copyOf(fields: Exclude<CelType, string>): { [field: string]: string } {
  return JSON.parse(JSON.stringify(fields));
}

/** True for a field whose values are plain: what is `dyn` may be of any size and depth. */
function isTypedReference(
  [name = "", field]: readonly string[],
  variables: Readonly<Record<string, CelType>>,
): boolean {
  const type = variables[name];
  const own = typeof type === "object" && field !== undefined ? type[field] : type;
  return typeof own === "string" && !own.includes("dyn");
}

/** The bounds of an evaluation. */
interface Bounds {
  readonly bound: StepBound | undefined;
  readonly counter: StepCounter;
}

/**
 * Evaluates within a number of steps, and a time limit that no expression can escape. To watch takes far longer than a
 * few steps.
 */
function evaluate(
  work: () => unknown,
  { bound, counter }: Bounds,
  { items }: CelValues,
): { value: unknown } | CelFault {
  counter.start();
  try {
    const isShort = bound !== undefined && takesFewSteps(bound, items);
    const value = isShort ? work() : interruptAfter(TIME_LIMIT, work);
    return counter.isOver ? TOO_LONG : { value }; // A part of an `||` may have failed by it.
  } catch (error) {
    return counter.isOver || error instanceof TimeLimitError ? TOO_LONG : faultOf(error);
  }
}

const TOO_LONG: CelFault = { fault: `It takes more than ${INPUT_LIMITS.expressionSteps} steps.` };

/** Returns the sentence of the library, without its excerpt of the source. */
function faultOf(error: unknown): CelFault {
  const message = messageOf(error).split("\n")[0] ?? "";
  const fault = /[.!?]$/.test(message) ? message : `${message}.`;
  const range: unknown = error instanceof Error && "range" in error ? error.range : undefined;
  if (typeof range !== "object" || range === null || !("start" in range)) return { fault };
  return { fault, offset: Number(range.start) };
}

/** Converts the values of variables. */
export function toCelValues(values: Readonly<Record<string, unknown>>): CelValues {
  const variables: Record<string, unknown> = {};
  let items = 0;
  const count = (more: number) => {
    items += more;
  };
  for (const [name, value] of Object.entries(values)) variables[name] = toCel(value, count);
  return { variables, items };
}

/**
 * Converts whole numbers to those of CEL, at any depth, and objects to maps: in an object, the library would take a
 * field `constructor` for the type.
 */
function toCel(value: unknown, count: (items: number) => void): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    count(value.length);
    return value.map((item) => toCel(item, count));
  }
  const map = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) map.set(key, toCel(item, count));
  count(map.size);
  return map;
}
