/** A place in a text: UTF-16 code units, `end` is exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The names of a text: what declares them, and what refers to the declarations. */
export interface FileNames {
  /** Sorted by their first place. */
  readonly declarations: readonly Declaration[];
  /** Sorted by place. A name that declares is no reference. */
  readonly references: readonly Reference[];
  /**
   * Returns what a name means at an offset: `unknown` if that cannot be told, undefined if nothing in the text declares
   * it.
   */
  readonly meaningAt: (name: string, at: number) => Declaration | "unknown" | undefined;
  /** Returns what the code at a place comes from. */
  readonly resolve: (place: Extent) => Resolved;
  /** Returns how code that comes from a module loads it, if that is no import of the whole text. */
  readonly lateLoadAt?: (place: Extent) => LateLoad | undefined;
  /** True for a name that the text says to be global, false for one that cannot be; undefined for all others. */
  readonly isGlobal?: (name: string) => boolean | undefined;
  /** True if code that is not there to see may use a declaration: a direct `eval`, `with`, `exec`, or tags of JSX. */
  readonly isExposed: (declaration: Declaration) => boolean;
  /** Returns the words that mean what the function or the loop around them gives, sorted by place. */
  readonly implicitNames: () => readonly ImplicitName[];
  /** The strings that document a module, a class or a function, sorted by place. Absent in languages without. */
  readonly docstrings?: readonly Docstring[];
}

/** A string that is the `__doc__` of code, with its quotes. */
export interface Docstring extends Extent {
  readonly text: string;
}

/** A call that loads a module when it runs: `require` in a function or a block, and `import()`. */
export type LateLoad =
  /** The code itself has the call: `require("m").a`, `(await import("m")).a`. */
  | { readonly kind: "code"; readonly call: "import" | "require" }
  /** A statement of a block declares a name for it. */
  | { readonly kind: "statement"; readonly local: string; readonly block: Extent }
  /** It is given to a function, whose pattern may take more names: `import("m").then(({ a }) => …)`. */
  | { readonly kind: "callback"; readonly local: string; readonly mayTake: boolean }
  | { readonly kind: "other" };

/** A word such as `this`, `arguments`, `yield` or `break`, or a private name that is used. */
export interface ImplicitName extends Extent {
  readonly name: string;
  /** The function, loop or class that gives it; undefined at the top. */
  readonly owner: Extent | undefined;
  /** It is a `break` or `continue` outside of all loops of its function, or `arguments` outside of all functions. */
  readonly isLost: boolean;
}

/** The kinds of declarations, as `rename` names them; a parameter is no `variable`. */
export type DeclarationKind = "import" | "variable" | "function" | "class" | "type" | "parameter";

/** A name that a text declares; declarations that merge are one. */
export interface Declaration {
  readonly name: string;
  readonly kind: DeclarationKind;
  /** The kinds of others that merge with the first: a type and a value, a class and a namespace. */
  readonly otherKinds?: readonly DeclarationKind[];
  /** The names that declare it, sorted. */
  readonly places: readonly NamePlace[];
  readonly scope: Scope;
  /** Code of its scope from here on runs after it has its value; infinite if other code decides. */
  readonly boundFrom: number;
  /** The module from which its only value comes. */
  readonly origin: Origin | undefined;
  /** The module from which its value may come, or not: `a || b`, `{ a = b }`. Absent if its value is known. */
  readonly mayBe?: Origin | undefined;
  /** Its value may be another one than that of its declaration. */
  readonly isReassigned: boolean;
  /** The language does not allow its several declarations beside each other. */
  readonly isDuplicate: boolean;
  /** The uses that certainly fail if they run: above a `const`, or assignments to one. Absent: unknown. */
  readonly failingUses?: readonly Extent[];
  /** True if the name certainly has no value yet when code at an offset runs. Absent: unknown. */
  readonly isDeadAt?: (at: number) => boolean;
  /** No word declares it: it is a name of its scope because that assigns to it. Absent if one does. */
  readonly isAssigned?: boolean;
  /** It is imported for types alone: `import type`, or an import below `if TYPE_CHECKING:`. It has no value. */
  readonly isTypeOnly: boolean;
}

/** The place of a name. */
export interface NamePlace extends Extent {
  /**
   * `shorthand`: it is a key, too, as in `{ a }`; `import` and `export`: it is the name in the other module, too, as in
   * `import { a }` and `export { a }`; otherwise `plain`.
   */
  readonly form: "plain" | "shorthand" | "import" | "export";
}

/** The code in which a declaration counts. */
export interface Scope extends Extent {
  /** It is the whole text. */
  readonly isTop: boolean;
}

/** A name that refers to a declaration. */
export interface Reference extends NamePlace {
  readonly name: string;
  /** `unknown` if it cannot be told, undefined if nothing in the text declares it. */
  readonly declaration: Declaration | "unknown" | undefined;
  /** It needs no value where the code runs: a type, `typeof` in one, or an export of what is imported as a type. */
  readonly isType: boolean;
}

/** An export of a module. */
export interface Origin {
  /** The module, as the text names it. */
  readonly module: string;
  /** The members, from the module on: empty for the whole module, `["default"]`, `["promises", "readFile"]`. */
  readonly path: readonly string[];
  /** `require` returned it: if the path is empty, it may be the default export, which CommonJS has no other form of. */
  readonly isRequired?: boolean;
}

/** The origin of code. */
export type Resolved =
  | { readonly kind: "module"; readonly origin: Origin }
  /** A declaration of the text, or a member of one: then `path` is not empty. */
  | {
      readonly kind: "declared";
      readonly declaration: Declaration;
      readonly path: readonly string[];
    }
  /** Nothing in the text declares the name. */
  | { readonly kind: "global"; readonly name: string; readonly path: readonly string[] }
  /** A name whose origin depends on how the program runs, or on other files; if given, one of these or no module. */
  | { readonly kind: "unknown"; readonly among?: readonly Origin[] }
  /** The code is no name, and no member of one. */
  | { readonly kind: "none" };
