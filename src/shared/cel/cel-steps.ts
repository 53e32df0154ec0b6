import type { ASTNode } from "@marcbachmann/cel-js";

/** Operators and functions that take one step each, however they are combined; strings count as one step, too. */
const SIMPLE = new Set([
  ...[
    "value",
    "id",
    ".",
    "[]",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    "&&",
    "||",
    "!_",
    "-_",
    "?:",
  ],
  ...["size", "has", "startsWith", "endsWith", "contains"],
]);

/** The operations that make a value of others. Inside of a loop it may double a value with each round. */
const MAKING = new Set(["+", "-", "*", "/", "%", "list"]);

/** Loops over a list, which make no longer one. */
const LOOPS = new Set(["exists", "all", "exists_one", "filter"]);

/** A bound for the steps of an expression. */
export interface StepBound {
  readonly nodes: number;
  /** The depth of loops in loops. */
  readonly depth: number;
}

/** Returns a bound for the steps of an expression; undefined if it has something of which no bound is known. */
export function stepBoundOf(ast: ASTNode): StepBound | undefined {
  const nodes = nodesOf(ast);
  const depth = depthOf(ast);
  const isKnown = nodes.every((node) => {
    const name = nameOf(node);
    return (
      SIMPLE.has(name) || LOOPS.has(name) || (MAKING.has(name) && (depth === 0 || isPlain(node)))
    );
  });
  return isKnown ? { nodes: nodes.length, depth } : undefined;
}

/** The most steps that an expression may take without a watch; about a tenth of a second. */
const FEW_STEPS = 100_000;

/** True if an expression on values with so many items takes few steps only. */
export function takesFewSteps({ nodes, depth }: StepBound, items: number): boolean {
  return nodes * (items + nodes) ** depth * Math.max(1, items / 100) <= FEW_STEPS;
}

/** A list of constants, such as the right side of `in`. */
function isPlain({ op, args }: ASTNode): boolean {
  return op === "list" && childrenOf(args).every((item) => item.op === "value");
}

function depthOf(node: ASTNode): number {
  const inner = childrenOf(node.args).map(depthOf);
  return Math.max(0, ...inner) + (LOOPS.has(nameOf(node)) ? 1 : 0);
}

/** The name of a function that is called, otherwise the operator. */
function nameOf({ op, args }: ASTNode): string {
  return op === "call" || op === "rcall" ? String((args as readonly unknown[])[0]) : op;
}

/** Returns a node and all nodes below it, in the order of the expression. */
export function nodesOf(node: ASTNode): readonly ASTNode[] {
  return [node, ...childrenOf(node.args).flatMap(nodesOf)];
}

function childrenOf(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}
