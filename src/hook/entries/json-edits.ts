import { parseSync } from "oxc-parser";

/** A node of the tree of a text that is read as JavaScript. */
type Syntax = SyntaxOf<ReturnType<typeof parseSync>["program"]["body"][number]>;
type SyntaxOf<S> = S extends { type: "ExpressionStatement"; expression: infer E } ? E : never;

/** A value of a JSON text with its place; offsets in UTF-16 code units. Comments are allowed, as editors write them. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** The members of an object or an array, in order; undefined for any other value. */
  readonly members?: readonly JsonMember[];
  readonly kind: "object" | "array" | "other";
  readonly value?: unknown;
}

/** A member of an object, or of an array without a key. `start`: of its key. */
interface JsonMember {
  readonly start: number;
  readonly end: number;
  readonly key?: string;
  readonly node: JsonNode;
}

/** Reads an object of JSON; undefined for any other text. */
export function readJsonObject(text: string): JsonNode | undefined {
  const { program, errors } = parseSync("settings.js", `(${text}\n)`);
  const [statement, ...more] = program.body;
  if (errors.length > 0 || more.length > 0 || statement?.type !== "ExpressionStatement")
    return undefined;
  const { expression } = statement;
  const isInner = expression.type === "ParenthesizedExpression";
  const node = nodeOf(isInner ? expression.expression : expression);
  return node.kind === "object" ? node : undefined;
}

/** The parenthesis before the text. */
const SHIFT = 1;

function nodeOf(syntax: Syntax): JsonNode {
  const place = { start: syntax.start - SHIFT, end: syntax.end - SHIFT };
  if (syntax.type === "ObjectExpression")
    return { ...place, kind: "object", members: syntax.properties.flatMap(memberOf) };
  if (syntax.type === "ArrayExpression") {
    const elements = syntax.elements.filter((element) => element !== null);
    const nodes = elements.flatMap((item) => (item.type === "SpreadElement" ? [] : nodeOf(item)));
    const members = nodes.map((node) => ({ start: node.start, end: node.end, node }));
    return { ...place, kind: "array", members };
  }
  return syntax.type === "Literal"
    ? { ...place, kind: "other", value: syntax.value }
    : { ...place, kind: "other" };
}

function memberOf(property: Property): readonly JsonMember[] {
  if (property.type !== "Property") return [];
  const { key, value, start, end } = property;
  const place = { start: start - SHIFT, end: end - SHIFT };
  const name = key.type === "Literal" ? String(key.value) : ""; // No other key is one of JSON.
  return [{ ...place, key: name, node: nodeOf(value) }];
}

type Property = Extract<Syntax, { type: "ObjectExpression" }>["properties"][number];

/** Returns the last value of a key. */
export function valueAt(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.members?.findLast((member) => member.key === key)?.node;
}

/** Adds an element to the list at the end of a path; makes what is missing of it. The other bytes stay. */
export function addElement(text: string, path: readonly string[], element: unknown): string {
  let node = readJsonObject(text);
  for (const [index, key] of path.entries()) {
    const next = valueAt(node, key);
    if (next !== undefined) {
      node = next;
      continue;
    }
    const inner = path
      .slice(index + 1)
      .reduceRight<unknown>((value, name) => ({ [name]: value }), [element]);
    return node === undefined ? text : insert(text, node, inner, key);
  }
  return node === undefined ? text : insert(text, node, element);
}

function insert(
  text: string,
  { start, end, members = [] }: JsonNode,
  value: unknown,
  key?: string,
) {
  const unit = /^[ \t]+/m.exec(text)?.[0] ?? "  ";
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const last = members.at(-1);
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  if (last !== undefined && !text.slice(start, end).includes("\n"))
    return `${text.slice(0, last.end)}, ${name}${JSON.stringify(value)}${text.slice(last.end)}`;
  const inner = outer + unit;
  const written = name + JSON.stringify(value, null, unit).replaceAll("\n", `\n${inner}`);
  if (last !== undefined)
    return `${text.slice(0, last.end)},\n${inner}${written}${text.slice(last.end)}`;
  return `${text.slice(0, start + 1)}\n${inner}${written}\n${outer}${text.slice(end - 1)}`;
}

/** Removes a member of an object or a list, with its comma. */
export function removeMember(
  text: string,
  { start, end, members = [] }: JsonNode,
  index: number,
): string {
  const [member, before, after] = [members[index], members[index - 1], members[index + 1]];
  if (member === undefined) return text;
  const cut = (from: number, to: number) => text.slice(0, from) + text.slice(to);
  if (before !== undefined) return cut(before.end, member.end);
  if (after !== undefined) return cut(member.start, after.start);
  const isOnlySpace =
    cut(member.start, member.end)
      .slice(start + 1, end - 1 - (member.end - member.start))
      .trim() === "";
  return isOnlySpace ? cut(start + 1, end - 1) : cut(member.start, member.end);
}
