import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import type { ImplicitName } from "../file-names.ts";
import { type OwnedWord, type Owner, withOwners } from "../implicit-names.ts";
import { type EsNode, nameOf, nodeAt, nodesAt, visitNodes } from "./es-node.ts";

/**
 * Finds `this`, `super`, `arguments`, the `target` of `new.target`, `return`, `yield`, `break`, `continue` and uses of
 * private names, with the functions, loops, statements and classes that they are of.
 */
export function implicitNames(
  root: EsNode,
  isDeclared: (identifier: EsNode) => boolean,
): readonly ImplicitName[] {
  const words: OwnedWord[] = [];
  const owners: Owner[] = [];
  visitNodes(root, (node, parent) => {
    const { type } = node;
    const [start, end] = node.range;
    if (type === "ThisExpression") words.push({ name: "this", start, end, of: GIVES_THIS });
    else if (type === "Super") words.push({ name: "super", start, end, of: GIVES_THIS });
    else if (type === "Identifier" && Reflect.get(node, "name") === "arguments") {
      if (!isDeclared(node))
        words.push({ name: "arguments", start, end, of: GIVES_THIS, within: NOTHING });
    } else if (type === "PrivateIdentifier") {
      if (!declares(parent, node)) words.push(privateName(node));
    } else if (type === "ClassBody") owners.push(...classWithPrivate(node));
    else if (type === "MetaProperty") words.push(...targetOf(node));
    else if (type in KEYWORDS) words.push(keywordOf(node));
    else if (FIELD.test(type)) owners.push(...ownerIn(node));
    else if (OWNERS.test(type)) owners.push({ kind: kindOf(node), start, end });
  });
  return withOwners(words, owners);
}

const GIVES_THIS =
  /^(?:FunctionDeclaration|FunctionExpression|StaticBlock|PropertyDefinition|AccessorProperty)$/;
/** `arguments` outside of all functions is lost: a module of ECMAScript has none. */
const NOTHING = /^$/;
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
  return new RegExp(`^label ${escapeRegex(label)}$|${BORDER.source}`);
}

/** True for the private name that a member of a class declares. */
function declares(parent: EsNode | undefined, name: EsNode): boolean {
  return parent !== undefined && nodeAt(parent, "key") === name;
}

function privateName(node: EsNode): OwnedWord {
  const [start, end] = node.range;
  const name = `#${nameOf(node)}`;
  return { name, start, end, of: new RegExp(` ${escapeRegex(name)} `), within: NOTHING };
}

/** Returns a class with the private names that it declares, if it declares some. */
function classWithPrivate(body: EsNode): readonly Owner[] {
  const keys = nodesAt(body, "body").map((member) => nodeAt(member, "key"));
  const names = keys.flatMap((key) => (key?.type === "PrivateIdentifier" ? `#${nameOf(key)}` : []));
  const [start, end] = body.range;
  return names.length === 0 ? [] : [{ kind: `class ${names.join(" ")} `, start, end }];
}
