import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isMissing } from "../engine/error-nodes.ts";
import { isPlaceholder } from "../engine/written-names.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";

/** The facts about a pattern that the engine does not report. Plain data. */
export interface PatternFacts {
  /** Names bound to one node, `$A`. `$_A` and `$$$_A` bind nothing. */
  readonly single: readonly string[];
  /** Names bound to many nodes, `$$$A`. A different capture from `$A`. */
  readonly many: readonly string[];
  /**
   * The longest token that is not a metavariable, the first of several; may be empty. `ast-grep run` skips a file
   * without it, which has no match anyway with `smart` and `cst`, but may have one with the other strictnesses.
   */
  readonly literal: string;
  /**
   * The texts of all named leaves that are not metavariables: the engine compares them to the letter. Of tokens such as
   * `(` it compares only the kind, because one that the parser made up has no text.
   */
  readonly texts: readonly string[];
  /** The unnamed tokens that every match has under `smart` and `cst`. The engine skips those after a `$$$A`. */
  readonly tokens: readonly string[];
}

/** The deepest nesting of nodes: far below the size of the stack, from any caller. */
const MAX_DEPTH = 2000;

/**
 * Collects the facts of the node that a pattern searches for; `character` stands for `$`, and a node whose whole text
 * is a metavariable is one, of any kind, even `ERROR`. Throws a RangeError if more than {@link MAX_DEPTH} nodes are
 * nested.
 */
export function collectPatternFacts(pattern: SgNode, character: string): PatternFacts {
  const single = new Set<string>();
  const many = new Set<string>();
  const texts = new Set<string>();
  const tokens = new Set<string>();
  let literal = "";
  const visit = (node: SgNode, depth: number): void => {
    if (depth > MAX_DEPTH) throw new RangeError("The pattern is nested too deeply.");
    const variable = parseMetaVariable(node.text(), character);
    if (variable?.kind === "capture" && !isPlaceholder(variable.name)) single.add(variable.name);
    if (variable?.kind === "capture-many") many.add(variable.name);
    if (variable !== undefined || isMissing(node)) return;
    const children = node.children();
    const text = children.length === 0 ? node.text() : "";
    if (Buffer.byteLength(text) > Buffer.byteLength(literal)) literal = text;
    if (text !== "" && node.isNamed()) texts.add(text);
    for (const child of children) visit(child, depth + 1);
    for (const token of comparedTokens(children, character)) tokens.add(token);
  };
  visit(pattern, 1);
  return {
    single: [...single],
    many: [...many],
    literal,
    texts: [...texts],
    tokens: [...tokens],
  };
}

/** Returns the unnamed tokens among siblings, without those that follow a metavariable for many nodes. */
function comparedTokens(siblings: readonly SgNode[], character: string): readonly string[] {
  let isSkipping = false;
  return siblings.flatMap((node) => {
    if (isMissing(node)) return [];
    const isToken = !node.isNamed() && node.isLeaf();
    if (isToken) return isSkipping || node.text() !== kindOf(node) ? [] : [node.text()];
    const variable = parseMetaVariable(node.text(), character)?.kind;
    isSkipping = variable === "capture-many" || variable === "drop-many";
    return [];
  });
}
