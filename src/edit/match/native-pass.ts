import type { SgNode } from "@ast-grep/napi";
import type { WrittenMap } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { type EngineSearch, findFirst, isMatch } from "../engine/engine.ts";
import { errorSearchOf, errorsAt } from "../engine/error-nodes.ts";
import type { Language } from "../language/language.ts";
import { joinSearches } from "./find-matching-files.ts";

/** One search of the engine that finds the matches of several ops, and every place with a syntax error. */
export interface NativePass {
  readonly search: EngineSearch;
  readonly ops: readonly CompiledOp[];
}

/** The names that the search binds to the node itself. No op may have one of them. */
const ERROR = "SLUICE_ERROR";
const MORE = "SLUICE_MORE";
const BIT = "SLUICE_BIT";
const NODE = "SLUICE_NODE";

/** The names of the rules of ops in it. */
const OP = "SLUICE_OP";

/**
 * Returns a search for all ops at once; undefined if the engine cannot search for them by itself, if it is not known
 * which tokens its parser can make up, and for rules that would not bind or match the same in one search.
 */
export function nativePassOf(
  language: Language,
  ops: readonly CompiledOp[],
): NativePass | undefined {
  const errors = errorSearchOf(language);
  if (errors === undefined || joinSearches(language, ops) === undefined) return undefined;
  if (!ops.every(isComposable) || JSON.stringify(ops).includes("SLUICE_")) return undefined;
  const [only, ...others] = ops.map(({ search }) => search);
  if (only === undefined) return undefined;
  const marked = { all: [errors, marker(ERROR)] };
  if (others.length === 0) {
    const { transform: _transform, ...search } = only;
    return { ops, search: { ...search, rule: { any: [marked, only.rule] } } };
  }
  // The constraints of one op would hold for all that bind the same name.
  if (ops.some(({ search: { constraints = {} } }) => Object.keys(constraints).length > 0))
    return undefined;
  return { ops, search: searchOfAll(marked, ops) };
}

/** True if a match is the node itself: for a bare relation the engine returns the node that it finds there. */
function isComposable({ search: { rule } }: CompiledOp): boolean {
  const [name, ...others] = Object.keys(rule);
  return others.length > 0 || !["has", "inside", "follows", "precedes"].includes(name ?? "");
}

/** Binds a name to the node itself, which need not be a named one. */
function marker(name: string): WrittenMap {
  return { pattern: `$$${name}` };
}

/** Holds if a rule does, and binds nothing. */
function holds(rule: WrittenMap): WrittenMap {
  return { not: { not: rule } };
}

/**
 * Returns a search in which each op also binds the bits of its index, and a name if a later op matches, too. The rule
 * of each op, and each pattern that binds a name, is written once and meant by its name: the engine reads a search anew
 * for each batch, and those of twenty ops took it 4 ms where every op had all later ones in it. No such rule leads to
 * another one, so that the threads of the engine have the stack for them.
 */
function searchOfAll(marked: WrittenMap, ops: readonly CompiledOp[]): EngineSearch {
  const bits = bitsOf(ops.length);
  const names = [MORE, NODE, ...bits.map((bit) => `${BIT}${bit}`)];
  const utils = Object.fromEntries([
    ...names.map((name) => [name, marker(name)]),
    ...ops.map(({ search }, index) => [`${OP}${index}`, search.rule]),
  ]);
  const rules = ops.map((_, index) => named(`${OP}${index}`));
  const alternatives = rules.map((rule, index) => {
    const own = bits.filter((bit) => (index >> bit) & 1).map((bit) => named(`${BIT}${bit}`));
    const later = rules.slice(index + 1);
    if (later.length === 0) return { all: [rule, ...own] };
    // Before the rule binds names, which later ones may have, too.
    const more = { any: [{ all: [holds({ any: later }), named(MORE)] }, named(NODE)] };
    return { all: [holds(rule), more, rule, ...own] };
  });
  return { utils, rule: { any: [marked, { any: alternatives }] } };
}

/** Means a rule by its name. */
function named(name: string): WrittenMap {
  return { matches: name };
}

function bitsOf(count: number): readonly number[] {
  return Array.from({ length: Math.ceil(Math.log2(count)) }, (_, bit) => bit);
}

/** The nodes of one file, sorted out. */
export interface SortedNodes {
  /**
   * By op, all of them in the order of the tree. Undefined if a node with errors may be a match, too: the search gives
   * each node one meaning.
   */
  readonly matches: ReadonlyMap<CompiledOp, readonly SgNode[]> | undefined;
  /** The `ERROR` and made-up nodes, in the order of the tree. */
  readonly errors: readonly SgNode[];
}

/** Sorts out the nodes that the search found in one file. */
export function sortNodes({ ops }: NativePass, nodes: readonly SgNode[]): SortedNodes {
  const matches = new Map<CompiledOp, SgNode[]>(ops.map((op) => [op, []]));
  const errors = new Map<number, SgNode>();
  const suspects: SgNode[] = [];
  const bits = bitsOf(ops.length);
  for (const node of nodes) {
    if (isBound(node, ERROR)) {
      suspects.push(node);
      for (const error of errorsAt(node)) errors.set(error.id(), error);
      continue;
    }
    const index = bits.reduce((sum, bit) => sum + (isBound(node, `${BIT}${bit}`) << bit), 0);
    addTo(matches, ops[index], node);
    if (ops.length === 1 || !isBound(node, MORE)) continue;
    for (const op of ops.slice(index + 1)) {
      const found = findFirst(node, op.search);
      if (found?.id() === node.id()) addTo(matches, op, found);
    }
  }
  return {
    matches: areMatches(suspects, ops) ? undefined : matches,
    errors: [...errors.values()],
  };
}

/** The most questions if a node is a match: a search of the tree for each op takes as long as many of them. */
const MOST_ASKED = 64;

/** True if an op matches one of the nodes, or if they are too many to ask. */
function areMatches(nodes: readonly SgNode[], ops: readonly CompiledOp[]): boolean {
  if (nodes.length * ops.length > MOST_ASKED) return true;
  return nodes.some((node) => ops.some(({ search }) => isMatch(node, search)));
}

function isBound(node: SgNode, name: string): 0 | 1 {
  return node.getMatch(name) === null ? 0 : 1;
}

function addTo(
  byOp: ReadonlyMap<CompiledOp, SgNode[]>,
  op: CompiledOp | undefined,
  node: SgNode,
): void {
  if (op !== undefined) byOp.get(op)?.push(node);
}
