import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";
import { areEqual, type Nodes } from "./equal-trees.ts";
import { type Context, type Grammar, readFragment } from "./grammar.ts";
import { STATEMENT } from "./sole-child.ts";

const EXPRESSION = /^expression_?statement$/i;

/** A context, and the number of nodes around the fragment there that have no other code, as a list of modifiers. */
interface FoundContext {
  readonly context: Context;
  readonly depth: number;
}

/** Reads fragments in the contexts of a grammar. */
export class FragmentReadings {
  readonly #text: string;
  readonly #grammar: Grammar;
  /** The depths of nodes in contexts, by the kinds of the nodes; -1 where they are no such nodes. */
  readonly #depths = new Map<string, Map<Context, number>>();

  constructor(text: string, grammar: Grammar) {
    this.#text = text;
    this.#grammar = grammar;
  }

  /** Yields the ways to read a template as a fragment, in all contexts. */
  *allReadings(code: string): Iterable<readonly SyntaxNode[]> {
    for (const context of this.#grammar.contexts) {
      const nodes = this.#read({ context, depth: 0 }, code);
      if (nodes !== undefined) yield nodes;
    }
  }

  /** Yields those in the contexts in which the code of some nodes, at a place, is read as these nodes. */
  *readingsAs(
    nodes: Nodes,
    code: string,
    place: Span & { readonly isAmongText?: boolean },
  ): Iterable<readonly SyntaxNode[]> {
    const { start, end, isAmongText = false } = place;
    const text = this.#text.slice(start, end);
    // A call in an optional chain is alone a call in the mark of one.
    const types = nodes.map((node) => node?.type).join(" ");
    const key = `${isAmongText} ${text.includes("?.")} ${types}`;
    const depths = this.#depths.get(key) ?? new Map<Context, number>();
    this.#depths.set(key, depths);
    const all = this.#grammar.contexts;
    const ordered = isAmongText ? all.toSorted((a, b) => Number(b.isText) - Number(a.isText)) : all;
    for (const context of ordered) {
      // A template is remembered: it takes less time to ask for it first.
      if (readFragment(this.#grammar, context, code) === undefined) continue;
      const depth = depths.get(context) ?? this.#depthOf(nodes, text, context);
      depths.set(context, depth);
      const read = depth === -1 ? undefined : this.#read({ context, depth }, code);
      if (read !== undefined) yield read;
    }
  }

  /** True if there is one of {@link readingsAs}. */
  canRead(nodes: Nodes, code: string, place: Span): boolean {
    const [first] = this.readingsAs(nodes, code, place);
    return first !== undefined;
  }

  #depthOf(nodes: Nodes, code: string, context: Context): number {
    const texts = { before: this.#text, after: code };
    const levels = levelsOf(readFragment(this.#grammar, context, code) ?? []);
    return levels.findIndex((level) => areEqual(nodes, level, texts));
  }

  /** Reads a template in a context; not as one with a comma, which only a list has. */
  #read({ context, depth }: FoundContext, code: string): readonly SyntaxNode[] | undefined {
    const levels = levelsOf(readFragment(this.#grammar, context, code) ?? []);
    // Inside of a declaration is no place for an expression, although that fills a statement, too.
    const [only] = levels[0] ?? [];
    const isInside = depth > 0 && only !== undefined && STATEMENT.test(only.type);
    const nodes = isInside && !EXPRESSION.test(only.type) ? undefined : levels[depth];
    return nodes?.some(({ type }) => type === ",") ? undefined : nodes;
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
