import type { SgNode } from "@ast-grep/napi";
import type { TextEdit } from "../../../model/edit.ts";
import { isComment, kindOf } from "../../engine/engine.ts";
import { spanOf } from "../../match/bindings.ts";
import type { PythonLine } from "./python-lines.ts";

interface Target {
  readonly root: SgNode;
  readonly text: string;
  readonly lines: readonly PythonLine[];
  /** The places of code that needs the import, sorted. */
  readonly uses: readonly number[];
}

/** Writes a statement after the import that it is nearest to, or at the head of the module; always before its uses. */
export function newLine(statement: string, module: string, target: Target): TextEdit {
  const { text, uses } = target;
  const lineBreak = /\r\n/.test(text) ? "\r\n" : "\n";
  const { at, isFirst, after } = placeFor(module, target);
  if (after !== undefined && uses.some((use) => after <= use && use < at))
    return { start: after, end: after, text: `; ${statement}` };
  const isOpen = at > 0 && !/[\n\uFEFF]$/.test(text.slice(0, at));
  const rest = text.slice(at);
  const isApart = !isFirst || rest === "" || /^[ \t]*\r?\n/.test(rest);
  const head = isFirst ? text.slice(0, at).trimEnd() : "";
  const isClose = head !== "" && !/\n[ \t]*\r?\n$/.test(text.slice(0, at));
  const before = (isOpen ? lineBreak : "") + (isClose ? lineBreak : "");
  return { start: at, end: at, text: before + statement + lineBreak + (isApart ? "" : lineBreak) };
}

/** Writes a statement on the line after an import of a block, or before other statements of the import's line. */
export function lineAfter({ place }: PythonLine, statement: string, text: string): TextEdit {
  const before = text.slice(text.lastIndexOf("\n", place.start - 1) + 1, place.start);
  const rest = text.slice(place.end);
  const [own] = /^[ \t]*;?[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/.exec(rest) ?? [];
  if (before.trim() !== "" || own === undefined)
    return { start: place.end, end: place.end, text: `; ${statement}` };
  const at = place.end + own.length;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  return { start: at, end: at, text: lineBreak + before + statement };
}

/** Returns the imports before which no other code of the module has run. */
export function headLines(root: SgNode, lines: readonly PythonLine[]): readonly PythonLine[] {
  const head = new Set(headOf(root.children()).map((node) => node.id()));
  return lines.filter(({ node }) => head.has(node.id()));
}

function headOf(statements: readonly SgNode[]): readonly SgNode[] {
  const end = statements.findIndex((node, index) => !isHead(node, statements, index));
  return end === -1 ? statements : statements.slice(0, end);
}

interface Place {
  readonly at: number;
  readonly isFirst: boolean;
  /** The end of the statement after whose line it is. */
  readonly after?: number;
}

function placeFor(module: string, { root, text, lines, uses }: Target): Place {
  const statements = root.children();
  const [firstUse = Infinity] = uses;
  const head = headOf(statements).filter((node) => spanOf(node).end <= firstUse);
  const leading = lines.filter(({ node }) => head.some((each) => each.id() === node.id()));
  const last =
    leading.findLast((line) => packageOf(line) === packageIn(module)) ??
    leading.findLast((line) => module.startsWith(".") || !packageOf(line).startsWith(".")) ??
    head.findLast((node) => kindOf(node) === "future_import_statement");
  if (last !== undefined) {
    const node = "node" in last ? last.node : last;
    const at = afterLine(node, statements, text);
    return { at, isFirst: !("node" in last), after: spanOf(node).end };
  }
  if (leading[0]) return { at: leading[0].place.start, isFirst: false };
  return { ...behindHead(statements, text, firstUse), isFirst: true };
}

/** Imports, comments, the docstring, and `__version__ = …`: no other code has run before what follows them. */
function isHead(node: SgNode, statements: readonly SgNode[], index: number): boolean {
  if (isComment(node) || /^(?:future_)?import_/.test(kindOf(node))) return true;
  return (
    kindOf(node) === "expression_statement" && (isDunder(node) || isDocstring(statements, index))
  );
}

function isDunder(node: SgNode): boolean {
  return /^__\w+__\s*(?::[^=]*)?=/.test(node.text());
}

function isDocstring(statements: readonly SgNode[], index: number): boolean {
  const first = statements.findIndex((node) => !isComment(node));
  const string = statements[index]?.child(0);
  return index === first && string !== null && string !== undefined && kindOf(string) === "string";
}

function packageOf({ from, names }: PythonLine): string {
  return packageIn(from ?? names[0]?.module ?? "");
}

function packageIn(module: string): string {
  return /^\.+/.exec(module)?.[0] ?? module.split(".")[0] ?? "";
}

/** Returns the beginning of the line after a statement, and after those that stand on its last line. */
function afterLine(node: SgNode, statements: readonly SgNode[], text: string): number {
  let { end } = spanOf(node);
  for (const next of statements) {
    const place = spanOf(next);
    if (place.start >= end && !text.slice(end, place.start).includes("\n")) end = place.end;
  }
  const lineEnd = text.indexOf("\n", end);
  return text[end - 1] === "\n" ? end : lineEnd === -1 ? text.length : lineEnd + 1;
}

/** After the comments about the file, and its docstring. */
function behindHead(
  statements: readonly SgNode[],
  text: string,
  firstUse: number,
): Omit<Place, "isFirst"> {
  const first = statements.findIndex((node) => !isComment(node));
  const docstring = statements[first];
  if (docstring && isHead(docstring, statements, first) && spanOf(docstring).end <= firstUse)
    return { at: afterLine(docstring, statements, text), after: spanOf(docstring).end };
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let start = at;
  for (const comment of first === -1 ? statements : statements.slice(0, first)) {
    const next = afterLine(comment, [], text);
    const isAlone = /^[ \t]*(?:\r?\n|$)/.test(text.slice(next));
    if (!isAlone && !ABOUT_FILE.test(comment.text())) continue;
    at = next;
    start = Math.max(start, next);
    if (isAlone) break;
  }
  return { at: start };
}

const ABOUT_FILE = /^#!|coding[:=]|licen[cs]e|copyright|SPDX|-\*-/i;
