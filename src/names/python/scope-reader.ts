import type { SgNode } from "@ast-grep/napi";
import type { Extent } from "../file-names.ts";
import type { OwnedWord, Owner } from "../implicit-names.ts";
import { bindingOf, isDeclaring } from "./binding-of.ts";
import { withoutBlanks } from "./blanks.ts";
import { childScope, ownScope } from "./child-scope.ts";
import { CodeRegions } from "./code-regions.ts";
import type { Binding } from "./declaration.ts";
import { isExec } from "./dynamic-names.ts";
import { exportedName, isExportCall } from "./exported-names.ts";
import { Frame } from "./frame.ts";
import { ImplicitWords } from "./implicit-words.ts";
import type { KeptNode } from "./kept-node.ts";
import { keptNodes } from "./kept-nodes.ts";
import { nameOf } from "./name-of.ts";
import type { Role } from "./role.ts";
import { roleIn } from "./roles.ts";
import { keyOf, PythonScope } from "./scope.ts";

/** A binding in the scope where it is written, which `global` and `nonlocal` may change. */
export interface WrittenBinding {
  readonly scope: PythonScope;
  readonly key: string;
  readonly binding: Binding;
}

/** The scopes of a text, and what is in them. */
export interface ReadScopes {
  readonly text: string;
  readonly module: PythonScope;
  readonly bindings: readonly WrittenBinding[];
  /** Sorted by place. */
  readonly uses: readonly Use[];
  readonly regions: CodeRegions;
  /** The place of the last `from x import *`, which may declare any name; -1 without. */
  readonly wildcardAt: number;
  /** The words that mean what the function or loop around them gives, and these. */
  readonly implicit: OwnedWord[];
  readonly owners: Owner[];
  /** `exec(code)` of a module may change any of its names. */
  readonly hasExec: boolean;
}

/** A name that is used: read, changed, deleted, or said to be global. */
export interface Use extends Extent {
  readonly name: string;
  readonly scope: PythonScope;
  readonly form: "plain" | "export";
  readonly isInLoop: boolean;
  readonly isInType: boolean;
}

/** Reads the scopes of a text in one way over the nodes of its tree; no way is as deep as the tree. */
export function readScopes(root: SgNode): ReadScopes {
  // The root begins with the first token.
  const text = " ".repeat(root.range().start.index) + root.text();
  const reader = new ScopeReader(text);
  for (const node of keptNodes(root, text)) reader.read(node);
  return reader.end();
}

class ScopeReader {
  readonly #text: string;
  readonly #module: PythonScope;
  readonly #bindings: WrittenBinding[] = [];
  readonly #uses: Use[] = [];
  readonly #regions: CodeRegions;
  #frame: Frame;
  #wildcardAt = -1;
  readonly #words: ImplicitWords;
  #hasExec = false;

  constructor(text: string) {
    this.#text = text;
    this.#words = new ImplicitWords(text);
    this.#module = new PythonScope("module", { start: 0, end: text.length });
    const everything = { kind: "module", start: 0, end: Number.POSITIVE_INFINITY };
    this.#frame = new Frame(everything, "read", this.#module);
    this.#regions = new CodeRegions(this.#frame);
  }

  read(node: KeptNode): void {
    while (this.#frame.end <= node.start) this.#close();
    if (this.#words.read(node)) return;
    const frame = this.#frame;
    const role = roleIn(frame, node);
    const place = childScope(frame, node, () => this.#className(frame));
    if (node.kind === "identifier") this.#readName(frame, node, role, place);
    else if (node.kind === "string") this.#readString(node, role, place);
    else this.#open(node, role, place);
    if (node.kind === "ERROR") return;
    if (frame.value && (frame.count === 0 || node.kind === "type")) frame.value.from = node.end;
    frame.count += 1;
  }

  end(): ReadScopes {
    while (this.#frame.parent) this.#close();
    return {
      ...{ text: this.#text, module: this.#module, bindings: this.#bindings, uses: this.#uses },
      ...{ regions: this.#regions, wildcardAt: this.#wildcardAt, hasExec: this.#hasExec },
      ...this.#words.end(this.#bindings),
    };
  }

  #open(node: KeptNode, role: Role, place: PythonScope): void {
    const { kind, start, end } = node;
    const parent = this.#frame;
    this.#frame = new Frame(node, role, ownScope(node, role, parent, place), parent);
    this.#regions.enter(start, this.#frame);
    if (kind === "block" && isForTypes(this.#text, start)) this.#frame.isForTypes = true;
    if (kind === "wildcard_import") this.#wildcardAt = start;
    this.#words.open(node, parent);
    if (kind === "call") this.#frame.isExports = isExportCall(this.#text, start);
    if (place.isTop && isExec(node, this.#text)) this.#hasExec = true;
    const isImported = parent.kind === "import_from_statement" || parent.kind === "aliased_import";
    if (isImported && parent.count === 0)
      parent.imported = withoutBlanks(this.#text.slice(start, end));
  }

  #className({ start, end }: Frame): string {
    const [, name = ""] =
      /^class[\s\\]+_*([\p{ID_Continue}]*)/u.exec(this.#text.slice(start, end)) ?? [];
    return nameOf(name);
  }

  #close(): void {
    const { parent, end } = this.#frame;
    if (parent === undefined) throw new Error("The module of a text has no end.");
    this.#frame = parent;
    this.#regions.enter(end, parent);
  }

  #readName(frame: Frame, node: KeptNode, role: Role, scope: PythonScope): void {
    if (role === "skip") return;
    const name = nameOf(this.#text.slice(node.start, node.end));
    if (name === "__all__" && frame.count === 0 && EXPORTING.has(frame.kind))
      frame.isExports = true;
    if (scope !== frame.scope) this.#regions.visit(node, frame, scope);
    if (role === "global" || role === "nonlocal")
      scope.entryOf(keyOf(name, scope)).directive = role;
    this.#words.readName(node, name, scope);
    if (!isDeclaring(role)) this.#use(node, name, scope, "plain");
    const target = role === "walrus" ? outsideOfComprehensions(scope) : scope;
    const binding = bindingOf(frame, node, role, name);
    if (binding) this.#bindings.push({ scope: target, key: keyOf(name, target), binding });
  }

  #readString(node: KeptNode, role: Role, scope: PythonScope): void {
    const place = role === "export" ? exportedName(this.#text, node) : undefined;
    if (place) this.#use(place, this.#text.slice(place.start, place.end), scope, "export");
  }

  #use(place: Extent, name: string, scope: PythonScope, form: Use["form"]): void {
    const { start, end } = place;
    const { isInLoop, isInType } = this.#frame;
    this.#uses.push({ name, start, end, scope, form, isInLoop, isInType });
  }
}

/** `__all__ = […]` and `__all__ += […]`. */
const EXPORTING = new Set(["assignment", "augmented_assignment"]);

/** The most characters before a block that are read. */
const MOST_BEFORE = 500;

/** True for the block of `if TYPE_CHECKING:`, which begins at an offset. */
function isForTypes(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - MOST_BEFORE), start);
  return /(?<![\w.])if\s+(?:\w+\.)?TYPE_CHECKING\s*:\s*(?:#[^\n]*\n\s*)*$/.test(before);
}

/** Returns the scope that `x := 1` in a comprehension binds in. */
function outsideOfComprehensions(scope: PythonScope): PythonScope {
  let outer = scope;
  while (outer.kind === "comprehension" && outer.parent) outer = outer.parent;
  return outer;
}
