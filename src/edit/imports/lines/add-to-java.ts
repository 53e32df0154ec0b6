import type { SgNode } from "@ast-grep/napi";
import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import { wordRegex } from "../../../shared/regex/word-regex.ts";
import { isComment, kindOf } from "../../engine/engine.ts";
import { spanOf } from "../../match/bindings.ts";
import type { FileTree } from "../file-tree.ts";
import { type JavaLine, javaLines } from "./java-lines.ts";
import { sortedPlace } from "./sorted-place.ts";

/** Adds imports of classes, and static ones of their members. Java has no aliases. */
export function addToJava(
  { root, text }: FileTree,
  { from, names, namespace, default: whole, type }: ImportToAdd,
): readonly TextEdit[] {
  if (type || whole !== undefined || !NAME.test(from)) return [];
  const lines = javaLines(root, text);
  const paths = names.flatMap(([imported, local]) =>
    imported === local ? [{ path: `${from}.${imported}`, isStatic: isMember(from, imported) }] : [],
  );
  if (namespace !== undefined && from.endsWith(`.${namespace}`))
    paths.push({ path: from, isStatic: false });
  return paths.flatMap(({ path, isStatic }) => {
    const local = path.slice(path.lastIndexOf(".") + 1);
    const isTaken = lines.some(({ names: own }) => own.some((name) => name.local === local));
    return isTaken || declares(text, local) ? [] : [newLine(path, isStatic, { root, text, lines })];
  });
}

const NAME = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;

/** By their names: a class in a class is imported like any class, its other members are static. */
function isMember(from: string, name: string): boolean {
  const isInClass = /^\p{Lu}/u.test(from.slice(from.lastIndexOf(".") + 1));
  return isInClass && !/^\p{Lu}.*\p{Ll}/u.test(name);
}

function declares(text: string, name: string): boolean {
  const declaring = String.raw`\b(?:class|interface|enum|record)\s+`;
  return new RegExp(declaring + wordRegex(name), "u").test(text);
}

function newLine(
  path: string,
  isStatic: boolean,
  { root, text, lines }: Pick<FileTree, "root" | "text"> & { readonly lines: readonly JavaLine[] },
): TextEdit {
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const written = `import ${isStatic ? "static " : ""}${path};`;
  const alike = lines.filter((line) => line.isStatic === isStatic);
  const near = sortedPlace(path, alike, text);
  if (near?.side === "before") {
    const { start } = near.line.place;
    return { start, end: start, text: written + lineBreak };
  }
  const last = near?.line ?? lines.at(-1);
  if (last) {
    const { end } = last.place;
    return { start: end, end, text: (near ? lineBreak : lineBreak.repeat(2)) + written };
  }
  const statements = root.children();
  const head = statements.find((node) => kindOf(node) === "package_declaration");
  if (head) {
    const { end } = spanOf(head);
    return { start: end, end, text: lineBreak.repeat(2) + written };
  }
  const start = startOfCode(statements);
  return { start, end: start, text: written + lineBreak.repeat(2) };
}

function startOfCode(statements: readonly SgNode[]): number {
  const [first] = statements.filter((node) => !isComment(node));
  return first === undefined ? 0 : spanOf(first).start;
}
