import { childrenOf, type SyntaxNode } from "../../../syntax/syntax-node.ts";
import { isSoundString, takesColon } from "./python-lines.ts";
import { isSoundScope } from "./python-scopes.ts";
import { hasSoundTargets } from "./python-targets.ts";

export const SPLATS = /^(?:list|dictionary)_splat(?: of arguments)?$/;

/** True for a node that Python takes, too: not only the grammar of the engine. */
export function isSoundPython(node: SyntaxNode, text: string): boolean {
  if (node.type === "argument_list") {
    const list = childrenOf(node);
    return areInOrder(list) && areOnce(list);
  }
  if (node.type === "interpolation") return !childrenOf(node).some(takesColon);
  if (node.type === "string") return isSoundString(node, text);
  if (node.type === "concatenated_string") return areAlike(childrenOf(node));
  return hasSoundTargets(node) && isSoundScope(node, text);
}

/** True for strings that are all bytes, or all text. */
function areAlike(strings: readonly SyntaxNode[]): boolean {
  const kinds = strings.map((string) => /b/i.test(childrenOf(string)[0]?.value ?? ""));
  return new Set(kinds).size < 2;
}

/** True if no argument has the name of another one. */
function areOnce(list: readonly SyntaxNode[]): boolean {
  const named = list.filter(({ type }) => type === "keyword_argument");
  const names = named.map((argument) => childrenOf(argument)[0]?.value);
  return new Set(names).size === names.length;
}

/** True if no argument without a name stands after one with a name. */
function areInOrder(list: readonly SyntaxNode[]): boolean {
  const lastPlain = list.findLastIndex(
    ({ type }) => /\w/.test(type) && type !== "keyword_argument" && !SPLATS.test(type),
  );
  const isNamed = ({ type }: SyntaxNode) =>
    type === "keyword_argument" || type.startsWith("dictionary_splat");
  const firstNamed = list.findIndex(isNamed);
  return firstNamed === -1 || lastPlain < firstNamed;
}
