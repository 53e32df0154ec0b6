import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";
import { areEqual, type Nodes } from "./equal-trees.ts";
import { type Context, type Grammar, readFragment } from "./grammar.ts";
import { STATEMENT } from "./sole-child.ts";

const EXPRESSION = /^expression_?statement$/i;

/** A context, and the number of nodes around the fragment there that have no other code, as a list of modifiers. */
export interface FoundContext {
  readonly context: Context;
  readonly depth: number;
}

/** Reads fragments in the contexts of a grammar. */
export class FragmentReadings {
  readonly #text: string;
  readonly #grammar: Grammar;
  readonly #contexts = new Map<string, readonly FoundContext[]>();

  constructor(text: string, grammar: Grammar) {
    this.#text = text;
    this.#grammar = grammar;
  }

  /** All contexts of the grammar. */
  get all(): readonly FoundContext[] {
    return this.#grammar.contexts.map((context) => ({ context, depth: 0 }));
  }

  /** Returns the contexts in which the code of some nodes is read as these nodes. */
  contextsOf(nodes: Nodes, { start, end }: Span, isAmongText: boolean): readonly FoundContext[] {
    const code = this.#text.slice(start, end);
    // A call in an optional chain is alone a call in the mark of one.
    const types = nodes.map((node) => node?.type).join(" ");
    const key = `${isAmongText} ${code.includes("?.")} ${types}`;
    let contexts = this.#contexts.get(key);
    if (contexts === undefined) {
      const all = this.#grammar.contexts;
      const ordered = isAmongText
        ? all.toSorted((a, b) => Number(b.isText) - Number(a.isText))
        : all;
      const texts = { before: this.#text, after: code };
      contexts = ordered.flatMap((context) => {
        const levels = levelsOf(readFragment(this.#grammar, context, code) ?? []);
        const depth = levels.findIndex((level) => areEqual(nodes, level, texts));
        return depth === -1 ? [] : [{ context, depth }];
      });
      this.#contexts.set(key, contexts);
    }
    return contexts;
  }

  /** Returns the ways to read a template as a fragment; as one with a comma only if nothing else was asked for. */
  readings(contexts: readonly FoundContext[], code: string): readonly (readonly SyntaxNode[])[] {
    return contexts.flatMap((context) => {
      const nodes = this.#read(context, code);
      return nodes === undefined || nodes.some(({ type }) => type === ",") ? [] : [nodes];
    });
  }

  #read({ context, depth }: FoundContext, code: string): readonly SyntaxNode[] | undefined {
    const levels = levelsOf(readFragment(this.#grammar, context, code) ?? []);
    // Inside of a declaration is no place for an expression, although that fills a statement, too.
    const [only] = levels[0] ?? [];
    const isInside = depth > 0 && only !== undefined && STATEMENT.test(only.type);
    return isInside && !EXPRESSION.test(only.type) ? undefined : levels[depth];
  }
}

/** Returns nodes, the children of a node that is alone, and so on. */
function levelsOf(nodes: readonly SyntaxNode[]): readonly (readonly SyntaxNode[])[] {
  if (nodes.length === 0) return [];
  const levels = [nodes];
  for (let [node, ...others] = nodes; node && others.length === 0; ) {
    const children = childrenOf(node);
    if (children.length !== 1) break;
    levels.push(children);
    [node, ...others] = children;
  }
  return levels;
}
