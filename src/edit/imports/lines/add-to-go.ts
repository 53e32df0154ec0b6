import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import { type GoImport, goImports, packageOf } from "../../../names/go/go-imports.ts";
import { spanOf } from "../../match/bindings.ts";
import type { FileTree } from "../file-tree.ts";
import { sortedPlace } from "./sorted-place.ts";

/** Adds the import of a package: in its sorted place of the list, of which packages of Go itself are a part. */
export function addToGo(
  { root, text }: FileTree,
  { from, names, namespace, default: whole, type }: ImportToAdd,
): readonly TextEdit[] {
  if (type || whole !== undefined || names.length > 0 || !PATH.test(from)) return [];
  const imports = goImports(root);
  const local = namespace ?? packageOf(from);
  const isThere = ({ path, local: own }: GoImport) =>
    (path === from && own === local) || (own !== undefined && own === local);
  if (imports.some(isThere) || (local !== undefined && declares(text, local))) return [];
  const isPlain = namespace === undefined || namespace === packageOf(from);
  const spec = isPlain ? `"${from}"` : `${namespace} "${from}"`;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const listed = imports.filter(({ isInList }) => isInList);
  if (listed.length > 0) return [intoList({ path: from, spec }, listed, { text, lineBreak })];
  const single = imports.findLast(({ path }) => path !== "C");
  if (single) return [asList({ path: from, spec }, single, { text, lineBreak })];
  const head = root
    .children()
    .findLast((node) => node.is("import_declaration") || node.is("package_clause"));
  const { end } = head ? spanOf(head) : { end: 0 };
  return [{ start: end, end, text: `${lineBreak.repeat(2)}import ${spec}` }];
}

const PATH = /^[^\s"'`\\<>|*?:]+$/;

function declares(text: string, name: string): boolean {
  return new RegExp(`^(?:func|var|const|type)[ \\t]+${name}\\b`, "mu").test(text);
}

interface NewSpec {
  readonly path: string;
  readonly spec: string;
}

interface Layout {
  readonly text: string;
  readonly lineBreak: string;
}

/** Packages of Go itself have no dot in the first part of their path. */
function isOfGo(path: string): boolean {
  return !(path.split("/")[0] ?? "").includes(".");
}

function intoList(
  { path, spec }: NewSpec,
  listed: readonly GoImport[],
  { text, lineBreak }: Layout,
): TextEdit {
  const alike = listed.filter((each) => isOfGo(each.path) === isOfGo(path));
  const near = sortedPlace(path, alike, text);
  const first = listed[0];
  const last = listed.at(-1);
  if (near?.side === "before" || (near === undefined && first && isOfGo(path))) {
    const { start } = (near?.line ?? first ?? { place: { start: 0 } }).place;
    const gap = near ? lineBreak : lineBreak.repeat(2);
    return { start, end: start, text: spec + gap + indentAt(start, text) };
  }
  const { start, end } = (near?.line ?? last ?? { place: { start: 0, end: 0 } }).place;
  const line = text.slice(end).search(/\r?\n/);
  const at = line === -1 ? end : end + line;
  const gap = near ? lineBreak : lineBreak.repeat(2);
  return { start: at, end: at, text: gap + indentAt(start, text) + spec };
}

function indentAt(at: number, text: string): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*$/.test(before) ? before : "\t";
}

/** Makes a list of an import that stands alone. */
function asList(
  { path, spec }: NewSpec,
  { path: own, place: { start, end } }: GoImport,
  { text, lineBreak }: Layout,
): TextEdit {
  const written = text.slice(start, end);
  const isSame = isOfGo(own) === isOfGo(path);
  const isFirst = isSame ? path < own : isOfGo(path);
  const lines = isFirst ? [spec, written] : [written, spec];
  const gap = isSame ? `${lineBreak}\t` : `${lineBreak}${lineBreak}\t`;
  return { start, end, text: `(${lineBreak}\t${lines.join(gap)}${lineBreak})` };
}
