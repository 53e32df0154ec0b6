import { type AgentFile, commandOf, ownCommands } from "./agent-files.ts";
import {
  addElement,
  hugs,
  type JsonNode,
  newObject,
  readJsonObject,
  removeMember,
  valueAt,
} from "./json-edits.ts";

/** The text of a file with or without the entry of Sluice; undefined for a file that is not there, or goes. */
export type EditedEntries = { readonly text: string | undefined } | { readonly fault: string };

/** Adds the entry, unless it is there. `text` is undefined for a missing file. Pure. */
export function addEntry(
  text: string | undefined,
  file: AgentFile,
  program: string,
): EditedEntries {
  const { keys } = file;
  const command = commandOf(file, program);
  if (text === undefined) return { text: newFile(file, command) };
  if (text.trim() === "") return { text: text + newFile(file, command).trimEnd() };
  const root = readJsonObject(text);
  const fault = faultOf(root, keys);
  if (fault !== undefined) return { fault };
  const isThere = findOwn(root, file) !== undefined;
  return { text: isThere ? text : addElement(text, keys, file.entry(command)) };
}

function newFile({ keys, head, entry }: AgentFile, command: string): string {
  return `${newObject(head, keys, entry(command))}\n`;
}

/** Removes the entries that `addEntry` makes, with the lists, objects and the file that it made for them. Pure. */
export function removeEntries(text: string | undefined, file: AgentFile): EditedEntries {
  if (text === undefined || text.trim() === "") return { text };
  for (const command of ownCommands(file)) {
    const made = newFile(file, command);
    if (text === made) return { text: undefined };
    if (text.trim() === made.trim()) return { text: text.slice(0, -made.trimEnd().length) };
  }
  let left = text;
  for (;;) {
    const root = readJsonObject(left);
    if (root === undefined) return { fault: NO_JSON };
    const own = findOwn(root, file);
    if (own === undefined) return { text: left };
    left = withoutOwn(left, own);
  }
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

function findOwn(root: JsonNode | undefined, file: AgentFile): Way | undefined {
  const way: (readonly [JsonNode, number])[] = [];
  let node = root;
  for (const key of file.keys) {
    const index = node?.members?.findLastIndex((member) => member.key === key) ?? -1;
    if (node === undefined || index === -1) return undefined;
    way.push([node, index]);
    node = node.members?.[index]?.node;
  }
  return node && findEntry(node, file, way);
}

/** The command is in an element of the list, or in one of its `hooks`: one of somebody else has other words. */
function findEntry(list: JsonNode, file: AgentFile, way: Way): Way | undefined {
  const commands = ownCommands(file);
  const isOwn = (node: JsonNode) => commands.some((one) => one === textAt(node, "command"));
  for (const [index, { node }] of (list.members ?? []).entries()) {
    if (textAt(node, "matcher") !== file.matcher) continue;
    const here: Way = [...way, [list, index]];
    if (isOwn(node)) return here;
    const at = node.members?.findLastIndex(({ key }) => key === "hooks") ?? -1;
    const hooks = node.members?.[at]?.node;
    const inner = hooks?.members?.findIndex((member) => isOwn(member.node)) ?? -1;
    if (hooks === undefined || inner === -1) continue;
    return hooks.members?.length === 1 ? here : [...here, [node, at], [hooks, inner]];
  }
  return undefined;
}

function textAt(node: JsonNode, key: string): unknown {
  return valueAt(node, key)?.value;
}

/** Removes a value, or the outermost value that was made for it. */
function withoutOwn(text: string, way: Way): string {
  let at = way.length - 1;
  for (let step = way[at]; at > 0 && step !== undefined && hugs(step[0]); step = way[at]) at -= 1;
  const [container, index] = way[at] ?? [];
  return container === undefined || index === undefined
    ? text
    : removeMember(text, container, index);
}
