import { isBuiltin } from "./builtins.ts";
import type { Code } from "./code-regions.ts";
import type { PythonDeclaration } from "./declaration.ts";
import { type DeclaredNames, declareNames } from "./declare-names.ts";
import { isCalled } from "./dynamic-names.ts";
import { keyOf } from "./scope.ts";
import type { ReadScopes, Use } from "./scope-reader.ts";

export type Meaning = PythonDeclaration | "unknown" | undefined;

/** The meanings of the names of a text. */
export class Meanings {
  readonly declarations: readonly PythonDeclaration[];
  readonly #read: ReadScopes;
  readonly #names: DeclaredNames;
  /** Names that nothing in the text declares may be declared all the same. */
  readonly #isOpen: boolean;
  readonly #hasExec: boolean;

  constructor(read: ReadScopes) {
    this.#read = read;
    this.#names = declareNames(read);
    this.declarations = this.#names.declarations;
    this.#hasExec = read.hasExec && !read.module.entries.has("exec");
    this.#isOpen =
      read.wildcardAt >= 0 || this.#hasExec || read.uses.some((use) => this.#opens(use));
  }

  /** True if code that is known only when it runs may use the names of the module. */
  get isExposed(): boolean {
    return this.#hasExec || this.#read.uses.some((use) => this.#opens(use));
  }

  /** Returns what a name means in code at a place. */
  meaningIn({ scope, isInLoop }: Code, name: string, at: number): Meaning {
    const key = keyOf(name, scope);
    const holder = this.#names.lookup.find(key, scope);
    const declaration = holder?.entries.get(key)?.declaration;
    if (declaration === undefined || holder === undefined)
      return this.#undeclared(name, scope.className);
    if (holder.isTop && (this.#hasExec || this.#isReplaced(declaration))) return "unknown";
    if (!holder.isTop && holder.kind !== "class") return declaration;
    const isOwn = holder === scope;
    if (isOwn && !isInLoop && at < declaration.firstEffect) return this.#before(declaration, key);
    const isBound = declaration.boundFrom <= (isOwn ? at : Number.MAX_VALUE);
    return isBound ? declaration : this.#perhaps(declaration, key);
  }

  /**
   * Until a class binds a name, the name is that of the module; a built-in name is itself until the module binds it.
   */
  #before(declaration: PythonDeclaration, key: string): Meaning {
    const { name, scope } = declaration;
    const outer = scope.isTop ? undefined : this.#read.module.entries.get(key)?.declaration;
    return outer ?? (isBuiltin(name) ? this.#undeclared(name) : declaration);
  }

  /** `from x import *` below the last place that binds a name may bind it again. */
  #isReplaced({ places }: PythonDeclaration): boolean {
    return (places.at(-1)?.start ?? 0) < this.#read.wildcardAt;
  }

  #perhaps(declaration: PythonDeclaration, key: string): Meaning {
    const { name, scope } = declaration;
    const isOuter = !scope.isTop && this.#read.module.entries.get(key)?.declaration !== undefined;
    return isOuter || isBuiltin(name) ? "unknown" : declaration;
  }

  #undeclared(name: string, className?: string): Meaning {
    const isOwnClass = name === "__class__" && className !== undefined;
    return this.#isOpen || isOwnClass ? "unknown" : undefined;
  }

  /** `globals()["x"] = …`, and `locals()` outside of functions. */
  #opens({ name, scope, end }: Use): boolean {
    if (name !== "globals" && name !== "locals" && name !== "vars") return false;
    if (name !== "globals" && !scope.isTop && scope.kind !== "class") return false;
    return isCalled(this.#read.text, end) && this.#names.lookup.find(name, scope) === undefined;
  }
}
