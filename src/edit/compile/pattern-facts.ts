import type { SgNode } from "@ast-grep/napi";
import { isMissing } from "../engine/engine.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";

/** What has to be known of a pattern beside what the engine does with it. Plain data. */
export interface PatternFacts {
  /** Names bound to one node, `$A`. */
  readonly single: readonly string[];
  /** Names bound to many nodes, `$$$A`. A different capture from `$A`. */
  readonly many: readonly string[];
  /**
   * The longest token that is no metavariable, the first of several; may be empty. `ast-grep run` leaves
   * a file alone that does not contain it. With `smart` and `cst` such a file has no match anyway; with
   * the other kinds of strictness this decides.
   */
  readonly literal: string;
  /**
   * The texts of all named leaves that are no metavariable. The engine compares them to the letter, other
   * than those of tokens such as `(`, of which it compares only the kind: one that the parser made up has no text.
   */
  readonly texts: readonly string[];
}

/** How many nodes may lie in each other: well below what there is room for on the stack, wherever it is asked. */
const MAX_DEPTH = 2000;

/**
 * Collects the facts of the node that a pattern looks for. A node whose whole text is a metavariable is
 * one, whatever its kind, even `ERROR`. `$_A` and `$$$_A` bind nothing. `character` stands for `$`.
 * Throws a RangeError where more than {@link MAX_DEPTH} nodes lie in each other.
 */
export function collectPatternFacts(pattern: SgNode, character: string): PatternFacts {
  const single = new Set<string>();
  const many = new Set<string>();
  const texts = new Set<string>();
  let literal = "";
  const visit = (node: SgNode, depth: number): void => {
    if (depth > MAX_DEPTH) throw new RangeError("The pattern is nested too deeply.");
    const variable = parseMetaVariable(node.text(), character);
    if (variable?.kind === "capture") single.add(variable.name);
    if (variable?.kind === "capture-many") many.add(variable.name);
    if (variable !== undefined || isMissing(node)) return;
    const children = node.children();
    const text = children.length === 0 ? node.text() : "";
    if (Buffer.byteLength(text) > Buffer.byteLength(literal)) literal = text;
    if (text !== "" && node.isNamed()) texts.add(text);
    for (const child of children) visit(child, depth + 1);
  };
  visit(pattern, 1);
  return { single: [...single], many: [...many], literal, texts: [...texts] };
}
