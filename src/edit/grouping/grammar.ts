import { childrenOf, nodesWithin, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";

/** A text with its tree. */
export interface ParsedText {
  readonly text: string;
  readonly root: SyntaxNode;
}

/** The code around a fragment that makes a whole text of it. */
export interface Context {
  readonly before: string;
  readonly after: string;
  /** The fragment stands among text, between tags. */
  readonly isText: boolean;
}

/** A parser of a language, and the contexts in which its fragments can stand, the narrowest first. */
export interface Grammar {
  /** Returns the tree of a text; undefined if the text has syntax errors. */
  readonly parse: (text: string) => SyntaxNode | undefined;
  readonly contexts: readonly Context[];
  /** True if a node may be a child of another one without parentheses. Absent: its tree alone decides. */
  readonly fits?: (parent: SyntaxNode, child: SyntaxNode) => boolean;
  /** True if the children of a node are a list of any length. Absent: the fields of the tree alone decide. */
  readonly takesMany?: (parent: SyntaxNode) => boolean;
  /**
   * False for an expression, or for statements, with a line end where it ends the statement. Absent: the parser tells.
   */
  readonly isOnLine?: (
    text: string,
    code: Span,
    statements: readonly SyntaxNode[] | undefined,
  ) => boolean;
  /** True if the language takes a node that the parser takes. Absent: all of them. */
  readonly isSound?: (node: SyntaxNode, text: string) => boolean;
  /** Writes the name that takes the place of the n-th variable of a template. */
  readonly slot: (name: string) => string;
}

/** True if a node may be a child of another one without parentheses. */
export function fits(
  grammar: Grammar,
  parent: SyntaxNode | undefined,
  node: SyntaxNode | null,
): boolean {
  return !parent || !node || (grammar.fits?.(parent, node) ?? true);
}

/** True if a node may be a child without parentheses, or if a node of its kind is one already, as in `a or b or c`. */
export function fitsAs(
  grammar: Grammar,
  [parent, node]: readonly [SyntaxNode, SyntaxNode | null],
  [wanted, own]: readonly [SyntaxNode, SyntaxNode | null],
): boolean {
  return fits(grammar, parent, node) || (node?.type === own?.type && !fits(grammar, wanted, own));
}

/** True if the language takes a node, and not only the parser. */
export function isSound(grammar: Grammar, node: SyntaxNode, text: string): boolean {
  return grammar.isSound?.(node, text) ?? true;
}

const fragments = new WeakMap<Grammar, Map<string, readonly SyntaxNode[] | undefined>>();

/** The most fragments that are remembered of a language, and the longest: templates are read at each place. */
const MOST_FRAGMENTS = 256;
const LONGEST_FRAGMENT = 500;

/** Reads a fragment in a context. Returns its nodes, siblings; undefined if it cannot stand there. */
export function readFragment(
  grammar: Grammar,
  context: Context,
  code: string,
): readonly SyntaxNode[] | undefined {
  if (code.length > LONGEST_FRAGMENT) return parseFragment(grammar, context, code);
  let known = fragments.get(grammar);
  if (known === undefined || known.size === MOST_FRAGMENTS) {
    known = new Map();
    fragments.set(grammar, known);
  }
  const key = `${context.before}\0${context.after}\0${code}`;
  if (!known.has(key)) known.set(key, parseFragment(grammar, context, code));
  return known.get(key);
}

function parseFragment(
  { parse }: Grammar,
  { before, after }: Context,
  code: string,
): readonly SyntaxNode[] | undefined {
  const root = parse(`${before}${code}${after}`);
  if (root === undefined) return undefined;
  const start = before.length;
  const end = start + code.length;
  const within = nodesWithin(root, { start, end });
  const nodes = within[0] === root ? [soleNode(root)] : within;
  if (!areSiblings(root, nodes)) return undefined;
  return nodes.map((node) => shifted(node, -start));
}

/** Returns the outermost node with several children, or with none. */
function soleNode(root: SyntaxNode): SyntaxNode {
  let node = root;
  for (
    let children = childrenOf(node);
    children.length === 1 && children[0];
    children = childrenOf(node)
  )
    node = children[0];
  return node;
}

function areSiblings(root: SyntaxNode, nodes: readonly SyntaxNode[]): boolean {
  const [first, ...others] = nodes;
  if (first === undefined || others.length === 0) return true;
  const field = fieldWith(root, first);
  return field !== undefined && others.every((node) => field.includes(node));
}

function fieldWith(
  node: SyntaxNode,
  wanted: SyntaxNode,
): readonly (SyntaxNode | null)[] | undefined {
  for (const { nodes } of node.fields) if (nodes.includes(wanted)) return nodes;
  const around = childrenOf(node).find(
    ({ start, end }) => start <= wanted.start && end >= wanted.end,
  );
  return around && fieldWith(around, wanted);
}

/** Returns the node with its offsets moved. */
function shifted(node: SyntaxNode, by: number): SyntaxNode {
  if (by === 0) return node;
  let fields: SyntaxNode["fields"] | undefined;
  return {
    type: node.type,
    start: node.start + by,
    end: node.end + by,
    isGrouped: node.isGrouped ?? false,
    get value() {
      return node.value;
    },
    get fields() {
      fields ??= node.fields.map((field) => {
        return { ...field, nodes: field.nodes.map((child) => child && shifted(child, by)) };
      });
      return fields;
    },
  };
}
