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

/**
 * Adds an element to the list at the end of a path, and makes what is missing of it, without white space around its
 * only member (see `hugs`). The other bytes stay.
 */
export function addElement(text: string, path: readonly string[], element: unknown): string {
  let node = readJsonObject(text);
  for (const [index, key] of path.entries()) {
    const next = valueAt(node, key);
    if (next === undefined)
      return node === undefined ? text : insert(text, node, { path: path.slice(index), element });
    node = next;
  }
  return node === undefined ? text : insert(text, node, { path: [], element });
}

/** Makes an object with some members, and a list with one element at the end of a path. */
export function newObject(head: object, path: readonly string[], element: unknown): string {
  const members = Object.entries(head).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const { start, end } = around(path);
  return `{${[...members, start].join(", ")}${JSON.stringify(element, null, 2)}${end}}`;
}

/** True for a container that was made for its only member: written by hand, it has white space or more members. */
export function hugs({ start, end, members = [] }: JsonNode): boolean {
  const [member, ...more] = members;
  return more.length === 0 && member?.start === start + 1 && member.end === end - 1;
}

/** An element, and the keys that lead to its list; none for an element of the list itself. */
interface Added {
  readonly path: readonly string[];
  readonly element: unknown;
}

/** Returns what stands before and after the only element of a list that is made with its path. */
function around(path: readonly string[]): { readonly start: string; readonly end: string } {
  const start = path.map((key) => `${JSON.stringify(key)}: `).join("{");
  return path.length === 0
    ? { start: "", end: "" }
    : { start: `${start}[`, end: `]${"}".repeat(path.length - 1)}` };
}

function insert(
  text: string,
  { start, end, members = [] }: JsonNode,
  { path, element }: Added,
): string {
  const outer = around(path);
  const last = members.at(-1);
  if (last !== undefined && !text.slice(start, end).includes("\n")) {
    const written = `${outer.start}${JSON.stringify(element)}${outer.end}`;
    return `${text.slice(0, last.end)}, ${written}${text.slice(last.end)}`;
  }
  const unit = /^[ \t]+/m.exec(text)?.[0] ?? "  ";
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const inner = indent + unit;
  const lines = JSON.stringify(element, null, unit).replaceAll("\n", `\n${inner}`);
  const written = `${outer.start}${lines}${outer.end}`;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const put = (at: number, more: string) =>
    text.slice(0, at) + more.replaceAll("\n", newline) + text.slice(at);
  if (last !== undefined) return put(last.end, `,\n${inner}${written}`);
  const isEmpty = end - start === 2;
  return put(start + 1, isEmpty ? `\n${inner}${written}\n${indent}` : written);
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
  const [comma = ""] = /^\s*,/.exec(text.slice(member.end, end)) ?? [];
  const own = cut(member.start, member.end + comma.length);
  const rest = own.slice(start + 1, own.length - (text.length - end) - 1);
  const isMade = member.start > start + 1 && rest.trim() === "";
  return isMade ? cut(start + 1, end - 1) : own;
}
