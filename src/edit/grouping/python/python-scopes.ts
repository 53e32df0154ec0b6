import { childrenOf, type SyntaxNode } from "../../../syntax/syntax-node.ts";

const COMPREHENSION = /^(?:(?:list|set|dictionary)_comprehension|generator_expression)$/;
const FUNCTION = /^(?:function_definition|lambda)$/;
const SCOPE = /^(?:function_definition|lambda|class_definition)$/;

/** True if Python takes the `yield`, `await`, `:=`, `global` and `nonlocal` in a node that has a scope. */
export function isSoundScope(node: SyntaxNode, text: string): boolean {
  const { type, start, end } = node;
  if (COMPREHENSION.test(type)) return isSoundComprehension(node);
  if (type !== "module" && !SCOPE.test(type)) return true;
  const says = (words: RegExp) => words.test(text.slice(start, end));
  if (says(WAIT) && !mayWait(node)) return false;
  if (type === "class_definition" && says(/:=/) && !bindsOutside(node)) return false;
  return !DIRECTED.test(type) || !says(DIRECTIVE) || saysFirst(node);
}

const WAIT = /\ba(?:wait|sync)\b/;
const DIRECTED = /^(?:module|class_definition|function_definition)$/;
const DIRECTIVE = /\b(?:global|nonlocal)\b/;

/** True without `yield`, without `:=` in what is iterated over, and without one that binds the name of a loop. */
function isSoundComprehension(node: SyntaxNode): boolean {
  const loops = childrenOf(node).filter(({ type }) => type === "for_in_clause");
  const targets = new Set(loops.flatMap((loop) => namesIn(targetOf(loop))));
  const isOwn = (inner: SyntaxNode) =>
    isYield(inner) ||
    (inner.type === "named_expression" && targets.has(childrenOf(inner)[0]?.value ?? ""));
  return childrenOf(node).every((child) => {
    const iterables = child.type === "for_in_clause" ? iterablesOf(child) : [];
    if (iterables.some((each) => hasNode(each, isNamed, NOTHING))) return false;
    // The first one is evaluated around the comprehension.
    return child === loops[0] || !hasNode(child, isOwn, FUNCTION);
  });
}

function isNamed({ type }: SyntaxNode): boolean {
  return type === "named_expression";
}

const NOTHING = /^$/;

function targetOf(loop: SyntaxNode): SyntaxNode | undefined {
  return childrenOf(loop).find((_, index, all) => all[index - 1]?.value === "for");
}

function iterablesOf(loop: SyntaxNode): readonly SyntaxNode[] {
  const children = childrenOf(loop);
  return children.slice(children.findIndex(({ value }) => value === "in") + 1);
}

/** True if no comprehension in the body of a class binds a name by `:=`. */
function bindsOutside(node: SyntaxNode): boolean {
  const binds = (inner: SyntaxNode) =>
    COMPREHENSION.test(inner.type) && hasNode(inner, isNamed, FUNCTION);
  return !childrenOf(node).some((child) => hasNode(child, binds, SCOPE));
}

/** True for code that waits only in an `async` function, and that does not yield there besides returning a value. */
function mayWait(node: SyntaxNode): boolean {
  if (node.type === "module") return true; // Some programs run it so.
  const body = childrenOf(node).slice(-1);
  if (!isAsync(node)) return !body.some(waitsIn);
  const has = (isWanted: (node: SyntaxNode) => boolean) =>
    body.some((block) => hasNode(block, isWanted, SCOPE));
  return !has(isYieldFrom) && (!has(isYield) || !has(returnsValue));
}

function isYield({ type }: SyntaxNode): boolean {
  return type === "yield";
}

function isYieldFrom(node: SyntaxNode): boolean {
  return isYield(node) && childrenOf(node)[1]?.value === "from";
}

function returnsValue(node: SyntaxNode): boolean {
  return node.type === "return_statement" && childrenOf(node).length > 1;
}

/** True for code that waits. A generator may do that without the function around it. */
function waitsIn(code: SyntaxNode): boolean {
  const waits = (inner: SyntaxNode) =>
    inner.type === "await" || (/^for_|^with_statement$/.test(inner.type) && isAsync(inner));
  return hasNode(code, waits, OWN_WAIT);
}

const OWN_WAIT = /^(?:function_definition|lambda|class_definition|generator_expression)$/;

function isAsync(node: SyntaxNode): boolean {
  return childrenOf(node)[0]?.value === "async";
}

/** True if a scope says that a name is `global` or `nonlocal` before it says anything else of it. */
function saysFirst(scope: SyntaxNode): boolean {
  const said = new Set<string>();
  const isSaidFirst = (node: SyntaxNode): boolean => {
    const children = childrenOf(node);
    const [first, ...others] = children;
    switch (node.type) {
      case "identifier":
        said.add(node.value);
        return true;
      case "global_statement":
      case "nonlocal_statement":
        return (
          !(scope.type === "module" && node.type === "nonlocal_statement") &&
          !children.some(({ value }) => said.has(value))
        );
      case "function_definition":
      case "class_definition":
        for (const { type, value } of children) if (type === "identifier") said.add(value);
        return true;
      case "attribute":
      case "dotted_name":
        return !first || isSaidFirst(first);
      case "keyword_argument":
      case "keyword_pattern":
        return others.every(isSaidFirst);
      default:
        return (
          SKIPPED.test(node.type) || COMPREHENSION.test(node.type) || children.every(isSaidFirst)
        );
    }
  };
  const children = childrenOf(scope);
  for (const { type, fields } of children)
    if (type === "parameters")
      for (const parameter of fields[0]?.nodes ?? [])
        for (const name of namesIn(nameOfParameter(parameter))) said.add(name);
  const body = scope.type === "module" ? children : children.filter(({ type }) => type === "block");
  return body.every(isSaidFirst);
}

/** Code of other scopes, and imports, whose names may be members. */
const SKIPPED = /^(?:lambda|import_statement|import_from_statement|future_import_statement)$/;

/** A parameter begins with its name; what follows is evaluated around the function. */
function nameOfParameter(parameter: SyntaxNode | null): SyntaxNode | undefined {
  const isLong = parameter && /^(?:default|typed|typed_default)_parameter$/.test(parameter.type);
  return isLong ? childrenOf(parameter)[0] : (parameter ?? undefined);
}

function namesIn(node: SyntaxNode | undefined): readonly string[] {
  if (node === undefined) return [];
  if (node.type === "identifier") return [node.value];
  return /^(?:attribute|subscript)$/.test(node.type) ? [] : childrenOf(node).flatMap(namesIn);
}

/** True if a node, or one inside of it, is one that is looked for; nothing is looked for inside of `border`. */
function hasNode(
  node: SyntaxNode,
  isWanted: (node: SyntaxNode) => boolean,
  border: RegExp,
): boolean {
  if (border.test(node.type)) return false;
  return isWanted(node) || childrenOf(node).some((child) => hasNode(child, isWanted, border));
}
