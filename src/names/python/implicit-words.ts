import type { OwnedWord, Owner } from "../implicit-names.ts";
import type { Binding } from "./declaration.ts";
import { isCalled } from "./dynamic-names.ts";
import { type Frame, LOOPS } from "./frame.ts";
import { IMPLICIT, WAITING } from "./implicit-kinds.ts";
import type { KeptNode } from "./kept-node.ts";
import type { PythonScope } from "./scope.ts";

const ANY_SCOPE =
  /^(?:function_definition|lambda|class_definition|\w+_comprehension|generator_expression)$/;

const COMPREHENSION = /_comprehension$|^generator_expression$/;

/** Code that may wait: `async for` and `async with`. */
const ASYNC = /^(?:for_statement|with_statement|for_in_clause)$/;

/** Functions whose result depends on the scope that calls them; the last three only without arguments. */
const OF_SCOPE = /^(?:super|eval|exec|locals|vars|dir)$/;
const WITHOUT_ARGUMENTS = /\s*\(\s*\)/y;

const OWNERS = new Set(["function_definition", "lambda", "class_definition"]);

/** Collects the words that mean what the scope or the loop around them gives, and these. */
export class ImplicitWords {
  readonly #text: string;
  readonly #words: OwnedWord[] = [];
  readonly #owners: Owner[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the word at the begin of a node; true if the node says nothing else of names. */
  read({ kind, start }: KeptNode): boolean {
    const word = IMPLICIT.get(kind);
    if (word) this.#words.push({ ...word, start, end: start + word.name.length });
    else if (ASYNC.test(kind) && this.#text.startsWith("async", start))
      this.#words.push({ name: "async", of: WAITING, start, end: start + "async".length });
    return kind === "with_statement" || (word !== undefined && kind.endsWith("_statement"));
  }

  /** Reads a name that is not the member of another one. */
  readName({ start, end }: KeptNode, name: string, scope: PythonScope): void {
    if (!OF_SCOPE.test(name) || !isCalled(this.#text, end)) return;
    WITHOUT_ARGUMENTS.lastIndex = end;
    const isPlain = WITHOUT_ARGUMENTS.test(this.#text);
    // In a function of a module, code sees the names of the module as before.
    const isOfScope = name === "super" || (/^e/.test(name) ? !scope.isTop : isPlain);
    if (isOfScope) this.#words.push({ name, of: ANY_SCOPE, start, end });
  }

  /** Reads a node that may give words a meaning. */
  open({ kind, start, end }: KeptNode, parent: Frame): void {
    if (OWNERS.has(kind)) this.#owners.push({ kind, start, end });
    if (kind === "block" && LOOPS.has(parent.kind) && !parent.hasBody) {
      parent.hasBody = true; // The second block is that of `else`.
      this.#owners.push({ kind: "loop", start: parent.start, end });
    }
    if (kind === "for_in_clause" && COMPREHENSION.test(parent.kind) && !parent.hasBody) {
      parent.hasBody = true; // The first clause is evaluated around the comprehension.
      this.#owners.push({ kind: parent.kind, start: parent.start, end: start });
      this.#owners.push({ kind: parent.kind, start: end, end: parent.end });
    }
  }

  /** Leaves out the words that the text declares as other names. */
  end(bindings: readonly { readonly binding: Binding }[]): {
    readonly implicit: OwnedWord[];
    readonly owners: Owner[];
  } {
    const declared = new Set(bindings.map(({ binding }) => binding.name));
    const implicit = this.#words.filter(({ name }) => !declared.has(name));
    return { implicit, owners: this.#owners };
  }
}
