import { kind as kindIdOf, type SgNode } from "@ast-grep/napi";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { replaceMetaVariableCharacter } from "../text/meta-variable.ts";
import { kindOf, parseText } from "./engine.ts";
import { isMissing } from "./error-nodes.ts";

/** The node that a pattern searches for. `kinds` are some of the kinds in the pattern, for a hint. */
type PickedNode =
  | { readonly kind: "picked"; readonly node: SgNode }
  | { readonly kind: "empty" }
  | { readonly kind: "several" }
  | { readonly kind: "unknown-kind"; readonly kinds: readonly string[] }
  | { readonly kind: "not-found"; readonly kinds: readonly string[] };

/** The tree of a pattern, in which `character` stands for the dollars of its metavariables, and its picked node. */
interface PatternTree {
  readonly root: SgNode;
  readonly picked: PickedNode;
  readonly source: string;
  readonly character: string;
}

/** Parses a pattern as the engine does, and picks the node that it searches for. */
export function parsePatternNode(
  { pat, selector }: { readonly pat: string; readonly selector?: string | undefined },
  language: Language,
): PatternTree {
  const character = factsOfLanguage(language).metaVariableCharacter;
  const source = replaceMetaVariableCharacter(pat, character);
  const root = parseText(source, language);
  return { root, picked: pickPatternNode(root, selector, language), source, character };
}

/**
 * Picks the node that ast-grep would search for from the tree of a pattern: the first node of the selected kind, or
 * without a selector the innermost node that is the only child of its parent.
 */
function pickPatternNode(
  root: SgNode,
  selector: string | undefined,
  language: Language,
): PickedNode {
  if (selector !== undefined) return pickSelected(root, selector, language);
  let [node, child] = [root, onlyChild(root)];
  if (child === undefined) return { kind: root.children().length === 0 ? "empty" : "several" };
  for (; child !== undefined; child = onlyChild(node)) node = child;
  return { kind: "picked", node };
}

function pickSelected(root: SgNode, selector: string, language: Language): PickedNode {
  const kindId = kindIdOf(factsOfLanguage(language).engineName, selector);
  // The engine returns 0 for a name that is not a kind of this grammar.
  if (kindId === 0) return { kind: "unknown-kind", kinds: kindsIn(root) };
  const node = root.find(kindId);
  return node === null ? { kind: "not-found", kinds: kindsIn(root) } : { kind: "picked", node };
}

/** Returns the only child. Some grammars add an empty second child at the end. */
function onlyChild(node: SgNode): SgNode | undefined {
  const [first, second, third] = node.children();
  if (third !== undefined) return undefined;
  if (second !== undefined && kindOf(second) !== "" && !isMissing(second)) return undefined;
  return first;
}

function kindsIn(root: SgNode): readonly string[] {
  const kinds = new Set<string>();
  const visit = (node: SgNode): void => {
    if (node.isNamed() && !node.is("ERROR")) kinds.add(kindOf(node));
    node.children().forEach(visit);
  };
  visit(root);
  return [...kinds].slice(0, 12);
}
