import type { Extent, Scope } from "../file-names.ts";
import type { Binding, PythonDeclaration } from "./declaration.ts";

/** `types` is the scope of type parameters, which sees the names of a class around it. */
export type ScopeKind = "module" | "class" | "function" | "comprehension" | "types";

/** The facts that a scope has about a name. */
export interface ScopeEntry {
  /** `global x` and `nonlocal x` hand the name to another scope. */
  directive: "global" | "nonlocal" | undefined;
  readonly bindings: Binding[];
  declaration: PythonDeclaration | undefined;
}

/** A scope of Python. */
export class PythonScope implements Scope {
  readonly kind: ScopeKind;
  readonly start: number;
  readonly end: number;
  readonly isTop: boolean;
  /** The scope in which its names are looked up next. */
  readonly parent: PythonScope | undefined;
  /** The scope that evaluates the defaults of its parameters, and the first iterable of a comprehension. */
  readonly definedIn: PythonScope;
  /** The class whose private names, as `__x`, are written here; without underscores before it. */
  readonly className: string | undefined;
  readonly children: PythonScope[] = [];
  /** By the name as Python stores it. */
  readonly entries = new Map<string, ScopeEntry>();
  /** Its number in an order where a scope comes before those inside of it, and the last number inside of it. */
  order = 0;
  lastOrder = 0;

  constructor(
    kind: ScopeKind,
    { start, end }: Extent,
    around?: { parent: PythonScope; definedIn?: PythonScope; className?: string | undefined },
  ) {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.isTop = around === undefined;
    this.parent = around?.parent;
    this.definedIn = around?.definedIn ?? around?.parent ?? this;
    this.className = around?.className ?? around?.parent.className;
    around?.parent.children.push(this);
  }

  entryOf(key: string): ScopeEntry {
    let entry = this.entries.get(key);
    if (entry === undefined) {
      entry = { directive: undefined, bindings: [], declaration: undefined };
      this.entries.set(key, entry);
    }
    return entry;
  }
}

/** Returns a name as Python stores it in a scope: in one Unicode form, and those that are private with their class. */
export function keyOf(name: string, { className }: PythonScope): string {
  const isPrivate = className && name.startsWith("__") && !name.endsWith("__");
  return isPrivate ? `_${className}${name}` : name;
}

/** Numbers a module and the scopes inside of it, and returns them in this order. */
export function numberScopes(module: PythonScope): readonly PythonScope[] {
  const scopes = [module];
  const open: { scope: PythonScope; next: number }[] = [{ scope: module, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.scope.children[top.next];
    top.next += 1;
    if (child === undefined) {
      top.scope.lastOrder = scopes.length - 1;
      open.pop();
    } else {
      child.order = scopes.length;
      scopes.push(child);
      open.push({ scope: child, next: 0 });
    }
  }
  return scopes;
}
