import { countWhile } from "../../shared/lists/count-while.ts";
import type { PythonScope } from "./scope.ts";

/** The scopes that have a name and are seen from the scopes inside of them, in the order of scopes. */
interface Holders {
  readonly scopes: PythonScope[];
  /** For each of them: the index of the next one around it, or -1. */
  readonly outer: number[];
}

/** Finds the scopes that names mean. No search takes as many steps as scopes are in each other. */
export class Lookup {
  readonly #module: PythonScope;
  readonly #holders = new Map<string, Holders>();

  /** Takes all scopes of a module, sorted; their entries have what is written in them. */
  constructor(module: PythonScope, scopes: readonly PythonScope[]) {
    this.#module = module;
    for (const scope of scopes)
      if (scope.kind !== "class" && !scope.isTop)
        for (const [key, { directive }] of scope.entries)
          if (directive !== "nonlocal") this.#add(key, scope);
  }

  /** Returns the scope whose entry a name in a scope means, or undefined if nothing declares the name. */
  find(key: string, scope: PythonScope): PythonScope | undefined {
    const entry = scope.entries.get(key);
    if (entry?.directive === "global") return this.#global(key);
    if (entry?.directive === "nonlocal") return this.enclosing(key, scope);
    if (entry) return scope;
    return classAround(key, scope) ?? this.enclosing(key, scope) ?? this.#global(key);
  }

  /** Returns the scope of a function around a scope that has a name, or the module if that function says so. */
  enclosing(key: string, { order }: PythonScope): PythonScope | undefined {
    const holders = this.#holders.get(key);
    if (holders === undefined) return undefined;
    const { scopes, outer } = holders;
    let at = lastBefore(scopes, order);
    while (at >= 0 && (scopes[at]?.lastOrder ?? 0) < order) at = outer[at] ?? -1;
    const found = scopes[at];
    return found?.entries.get(key)?.directive === "global" ? this.#global(key) : found;
  }

  #global(key: string): PythonScope | undefined {
    return this.#module.entries.has(key) ? this.#module : undefined;
  }

  #add(key: string, scope: PythonScope): void {
    const holders = this.#holders.get(key) ?? { scopes: [], outer: [] };
    this.#holders.set(key, holders);
    const { scopes, outer } = holders;
    let around = scopes.length - 1;
    while (around >= 0 && (scopes[around]?.lastOrder ?? 0) < scope.order)
      around = outer[around] ?? -1;
    scopes.push(scope);
    outer.push(around);
  }
}

/** Type parameters, and annotations beside them, see the names of the class that they are written in. */
function classAround(key: string, scope: PythonScope): PythonScope | undefined {
  let outer: PythonScope | undefined = scope;
  while (outer?.kind === "types") outer = outer.parent;
  const isInClass = scope.kind === "types" && outer?.kind === "class";
  const entry = isInClass ? outer?.entries.get(key) : undefined;
  return entry && entry.directive === undefined ? outer : undefined;
}

/** Returns the index of the last scope with a smaller number, or -1. */
function lastBefore(scopes: readonly PythonScope[], order: number): number {
  return countWhile(scopes, (scope) => scope.order < order) - 1;
}
