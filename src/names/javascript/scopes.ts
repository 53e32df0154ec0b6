import {
  type Scope as AnalyzedScope,
  analyze,
  type ScopeManager,
  type Variable,
} from "@typescript-eslint/scope-manager";
import { countWhile } from "../../shared/lists/count-while.ts";
import { type EsNode, nameOf, nodeAt, visitNodes } from "./es-node.ts";
import { findHiddenNames, type HiddenNames } from "./hidden-names.ts";
import type { Program, ProgramNode } from "./parse-program.ts";

/** The scopes of a program, and the code in it that makes names depend on how it runs. */
export interface ProgramScopes {
  readonly scopes: readonly AnalyzedScope[];
  /** Returns what a name means in a scope; `unknown` if that depends on how the program runs. */
  readonly lookUp: (name: string, scope: AnalyzedScope) => Variable | "unknown" | undefined;
  /** True if no name depends on how the program runs. */
  readonly isStatic: boolean;
  /** True for a scope that a direct `eval` sees. */
  readonly isExposed: (scope: AnalyzedScope) => boolean;
  /** Returns the innermost scope around an offset. */
  readonly scopeAt: (at: number) => AnalyzedScope;
}

/** Finds the scopes of a program. Undefined if it is nested too deeply. */
export function scopesOf({ root, isModule }: Program): ProgramScopes | undefined {
  const analyzed = analyzeProgram(root, isModule);
  if (analyzed === undefined) return undefined;
  const { scopes } = analyzed;
  const sorted = new Map<AnalyzedScope, readonly AnalyzedScope[]>();
  const childrenOf = (scope: AnalyzedScope) => {
    const known = sorted.get(scope);
    if (known !== undefined) return known;
    const children = [...scope.childScopes].sort((a, b) => a.block.range[0] - b.block.range[0]);
    sorted.set(scope, children);
    return children;
  };
  const scopeAt = (at: number) => innermostAt(analyzed, at, childrenOf);
  const dynamic = new Set<AnalyzedScope>(scopes.filter(({ type }) => type === "with"));
  const exposed = new Set<AnalyzedScope>();
  const hidden = findHiddenNames(scopes);
  for (const at of findEvals(root, scopes)) {
    const inner = scopeAt(at);
    if (!inner.isStrict) dynamic.add(inner.variableScope);
    for (let scope: AnalyzedScope | null = inner; scope; scope = scope.upper) exposed.add(scope);
  }
  return {
    scopes,
    scopeAt,
    isStatic: dynamic.size + exposed.size + hidden.size === 0,
    isExposed: (scope) => exposed.has(scope),
    lookUp: (name, scope) => {
      const variable = lookUp(name, scope, { dynamic, hidden });
      const isOpen = typeof variable === "object" && exposed.has(variable.scope);
      return isOpen && !isConstant(variable) ? "unknown" : variable;
    },
  };
}

function analyzeProgram(root: ProgramNode, isModule: boolean): ScopeManager | undefined {
  try {
    const sourceType = isModule ? "module" : "commonjs";
    // `export as namespace a` names the module for scripts, and refers to nothing.
    const body = root.body.filter(({ type }) => type !== "TSNamespaceExportDeclaration");
    return analyze(
      { ...root, body },
      { sourceType, lib: [], jsxPragma: null, globalReturn: !isModule },
    );
  } catch (error) {
    if (error instanceof RangeError) return undefined; // The analyzer recurses.
    throw error;
  }
}

/** Returns the offsets of the calls `eval(...)`, which see the names around them. */
function findEvals(root: EsNode, scopes: readonly AnalyzedScope[]): readonly number[] {
  const isNamed = scopes.some(({ references }) =>
    references.some(({ identifier, resolved }) => identifier.name === "eval" && !resolved),
  );
  const found: number[] = [];
  if (!isNamed) return found;
  visitNodes(root, (node) => {
    if (node.type === "CallExpression" && nameOf(nodeAt(node, "callee")) === "eval")
      found.push(node.range[0]);
  });
  return found;
}

/** True for a variable that no code can give another value. */
function isConstant({ defs }: Variable): boolean {
  return defs.every(
    ({ type, parent }) =>
      type === "ImportBinding" ||
      (parent?.type === "VariableDeclaration" && parent.kind === "const"),
  );
}

function innermostAt(
  { scopes, globalScope }: ScopeManager,
  at: number,
  childrenOf: (scope: AnalyzedScope) => readonly AnalyzedScope[],
): AnalyzedScope {
  let scope = globalScope ?? scopes[0];
  if (scope === undefined) throw new Error("A program has a scope.");
  for (let inner: AnalyzedScope | undefined = scope; inner !== undefined; ) {
    scope = inner;
    inner = childAt(childrenOf(scope), at);
  }
  return scope;
}

/** Returns the one of some scopes beside each other, sorted by place, that is around an offset. */
function childAt(scopes: readonly AnalyzedScope[], at: number): AnalyzedScope | undefined {
  const last = scopes[countWhile(scopes, ({ block }) => block.range[0] <= at) - 1];
  return last && at < last.block.range[1] ? last : undefined;
}

/** Scopes that may have more names than their code declares. */
interface OpenScopes {
  readonly dynamic: ReadonlySet<AnalyzedScope>;
  readonly hidden: HiddenNames;
}

function lookUp(
  name: string,
  from: AnalyzedScope,
  { dynamic, hidden }: OpenScopes,
): Variable | "unknown" | undefined {
  let isDynamic = false;
  for (let scope: AnalyzedScope | null = from; scope; scope = scope.upper) {
    if (hidden.get(scope)?.has(name)) return "unknown";
    const variable = scope.set.get(name);
    if (variable !== undefined && variable.defs.length > 0) return isDynamic ? "unknown" : variable;
    isDynamic ||= dynamic.has(scope);
  }
  return isDynamic ? "unknown" : undefined;
}
