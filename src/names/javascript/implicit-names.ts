import type { ImplicitName } from "../file-names.ts";
import { type OwnedWord, type Owner, withOwners } from "../implicit-names.ts";
import { type EsNode, nameOf, nodeAt, visitNodes } from "./es-node.ts";

/**
 * Finds `this`, `super`, `arguments`, the `target` of `new.target`, `return`, `yield`, `break` and `continue`, with the
 * functions, loops and statements that they are of.
 */
export function implicitNames(
  root: EsNode,
  isDeclared: (identifier: EsNode) => boolean,
): readonly ImplicitName[] {
  const words: OwnedWord[] = [];
  const owners: Owner[] = [];
  visitNodes(root, (node) => {
    const { type } = node;
    const [start, end] = node.range;
    if (type === "ThisExpression") words.push({ name: "this", start, end, of: GIVES_THIS });
    else if (type === "Super") words.push({ name: "super", start, end, of: GIVES_THIS });
    else if (type === "Identifier" && Reflect.get(node, "name") === "arguments") {
      if (!isDeclared(node)) words.push({ name: "arguments", start, end, of: GIVES_THIS });
    } else if (type === "MetaProperty") words.push(...targetOf(node));
    else if (type in KEYWORDS) words.push(keywordOf(node));
    else if (FIELD.test(type)) owners.push(...ownerIn(node));
    else if (OWNERS.test(type)) owners.push({ kind: kindOf(node), start, end });
  });
  return withOwners(words, owners);
}

const GIVES_THIS =
  /^(?:FunctionDeclaration|FunctionExpression|StaticBlock|PropertyDefinition|AccessorProperty)$/;
const FIELD = /^(?:PropertyDefinition|AccessorProperty)$/;
const FUNCTION = /^(?:ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/;
const BORDER =
  /^(?:ArrowFunctionExpression|FunctionDeclaration|FunctionExpression|StaticBlock|PropertyDefinition|AccessorProperty)$/;
const OF_BREAK = new RegExp(`^(?:\\w+Statement)$|${BORDER.source}`);
const OF_CONTINUE = new RegExp(`^(?:(?:For|ForIn|ForOf|While|DoWhile)Statement)$|${BORDER.source}`);
const OWNERS = new RegExp(
  `^(?:For|ForIn|ForOf|While|DoWhile|Switch|Labeled)Statement$|${BORDER.source}`,
);

/** Statements and expressions that begin with a word of the function or loop around them. */
const KEYWORDS: Readonly<Record<string, Pick<OwnedWord, "name" | "of" | "within">>> = {
  ReturnStatement: { name: "return", of: FUNCTION },
  YieldExpression: { name: "yield", of: FUNCTION },
  BreakStatement: { name: "break", of: OF_BREAK, within: BORDER },
  ContinueStatement: { name: "continue", of: OF_CONTINUE, within: BORDER },
};

function keywordOf(node: EsNode): OwnedWord {
  const keyword = KEYWORDS[node.type];
  if (keyword === undefined) throw new Error(`No keyword is known for ${node.type}.`);
  const [start] = node.range;
  const label = nameOf(nodeAt(node, "label"));
  const of = label === undefined ? keyword.of : ofLabel(label);
  return { ...keyword, of, start, end: start + keyword.name.length };
}

/** A field gives `this` to its value, and not to a computed name. */
function ownerIn(field: EsNode): readonly Owner[] {
  const key = nodeAt(field, "key");
  if (key === undefined) return [];
  return [{ kind: field.type, start: key.range[1], end: field.range[1] }];
}

function targetOf(node: EsNode): readonly OwnedWord[] {
  const property = nodeAt(node, "property");
  if (!property || Reflect.get(property, "name") !== "target") return [];
  const [start, end] = property.range;
  return [{ name: "target", start, end, of: GIVES_THIS }];
}

/** Returns the type of a node, and of a statement with a label that label. */
function kindOf(node: EsNode): string {
  return node.type === "LabeledStatement" ? `label ${nameOf(nodeAt(node, "label"))}` : node.type;
}

function ofLabel(label: string): RegExp {
  return new RegExp(`^label ${label.replaceAll("$", "\\$")}$|${BORDER.source}`);
}
