import type { AgentFile } from "./agent-files.ts";
import { addElement, type JsonNode, readJsonObject, removeMember, valueAt } from "./json-edits.ts";

/** The text of a file with or without the entry of Sluice; undefined for a file that is not there, or goes. */
export type EditedEntries = { readonly text: string | undefined } | { readonly fault: string };

/** Adds the entry, unless one is there. `text` is undefined for a missing file. Pure. */
export function addEntry(
  text: string | undefined,
  { keys, head, entry }: AgentFile,
  program: string,
): EditedEntries {
  if (text === undefined || text.trim() === "") {
    const list = keys.reduceRight<unknown>((value, key) => ({ [key]: value }), [entry(program)]);
    return { text: `${JSON.stringify({ ...head, ...(list as object) }, null, 2)}\n` };
  }
  const root = readJsonObject(text);
  const fault = faultOf(root, keys);
  if (fault !== undefined) return { fault };
  return {
    text: findOwn(root, keys) === undefined ? addElement(text, keys, entry(program)) : text,
  };
}

/** Removes the entries of Sluice, and no other; also the lists and the file that nothing else is in. Pure. */
export function removeEntries(text: string | undefined, { keys, head }: AgentFile): EditedEntries {
  if (text === undefined) return { text };
  let left = text;
  for (;;) {
    const root = readJsonObject(left);
    if (root === undefined) return { fault: NO_JSON };
    const own = findOwn(root, keys);
    if (own === undefined) break;
    left = withoutOwn(left, own);
  }
  const isEmpty = left !== text && left.replace(/\s/g, "") === JSON.stringify(head);
  return { text: isEmpty ? undefined : left };
}

const NO_JSON = "it is no object of JSON";

function faultOf(root: JsonNode | undefined, keys: readonly string[]): string | undefined {
  if (root === undefined) return NO_JSON;
  let node: JsonNode | undefined = root;
  for (const [index, key] of keys.entries()) {
    node = valueAt(node, key);
    const kind = index === keys.length - 1 ? "array" : "object";
    if (node !== undefined && node.kind !== kind) return `its \`${key}\` is no ${kind}`;
  }
  return undefined;
}

/** The way to a value: each container with the index of its member. */
type Way = readonly (readonly [container: JsonNode, index: number])[];

/** A command of Sluice, however it is started. */
const OWN = /\bsluice(?:\.mjs)?["']? hook (?:claude|codex|cursor)\b/;

function findOwn(root: JsonNode | undefined, keys: readonly string[]): Way | undefined {
  const way: (readonly [JsonNode, number])[] = [];
  let node = root;
  for (const key of keys) {
    const index = node?.members?.findLastIndex((member) => member.key === key) ?? -1;
    if (node === undefined || index === -1) return undefined;
    way.push([node, index]);
    node = node.members?.[index]?.node;
  }
  return node && findCommand(node, way);
}

/** A command is in an element of the list, or in an element of its `hooks`. */
function findCommand(list: JsonNode, way: Way): Way | undefined {
  for (const [index, { node }] of (list.members ?? []).entries()) {
    const here: Way = [...way, [list, index]];
    const command = valueAt(node, "command")?.value;
    if (typeof command === "string" && OWN.test(command)) return here;
    const at = node.members?.findLastIndex(({ key }) => key === "hooks") ?? -1;
    const inner = node.members?.[at]?.node;
    const found = inner && findCommand(inner, [...here, [node, at]]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Removes a value, or the outermost value that holds nothing else. A group of hooks is nothing without them. */
function withoutOwn(text: string, way: Way): string {
  let at = way.length - 1;
  const isAlone = ([container]: Way[number]) =>
    container.members?.length === 1 || valueAt(container, "hooks") !== undefined;
  for (let step = way[at]; at > 0 && step !== undefined && isAlone(step); step = way[at]) at -= 1;
  const [container, index] = way[at] ?? [];
  return container === undefined || index === undefined
    ? text
    : removeMember(text, container, index);
}
