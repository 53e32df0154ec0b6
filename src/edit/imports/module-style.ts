import type { SgNode } from "@ast-grep/napi";
import { findFirst, isComment, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { hasOnlyCrlf } from "../replacement/line-ends.ts";
import type { ModuleImport } from "./module-import.ts";
import { readImport } from "./module-imports.ts";

/** How a file writes its imports. */
export interface ModuleStyle {
  readonly form: ModuleImport["form"];
  readonly quote: string;
  /** `;`, or nothing. */
  readonly end: string;
  readonly lineEnd: string;
}

const COMMONJS = {
  rule: {
    any: [
      { pattern: "require($A)" },
      { pattern: "module.exports" },
      { kind: "member_expression", has: { field: "object", regex: "^exports$" } },
    ],
  },
};

/**
 * Returns the style of a file: an ES module, if it has an `import` or `export` statement; otherwise CommonJS, if it
 * uses `require`, `exports` or `module.exports`; a file that does neither is an ES module.
 */
export function styleOf(root: SgNode, text: string, imports: readonly ModuleImport[]): ModuleStyle {
  const [first] = imports;
  const quoted = first?.node.text() ?? findFirst(root, { rule: { kind: "string" } })?.text() ?? '"';
  const statement = first?.node ?? root.children().find((node) => SIMPLE.test(kindOf(node)));
  return {
    form: isCommonJs(root) ? "commonjs" : "es",
    quote: /["']/.exec(quoted)?.[0] ?? '"',
    end: statement === undefined || codeOf(statement).endsWith(";") ? ";" : "",
    lineEnd: hasOnlyCrlf(text) ? "\r\n" : "\n",
  };
}

/** True for a file that has no statement of ES modules, and says what only CommonJS has. */
export function isCommonJs(root: SgNode): boolean {
  return !isEsModule(root) && findFirst(root, COMMONJS) !== undefined;
}

/** True for a file with an `import` or `export` statement. */
export function isEsModule(root: SgNode): boolean {
  return root.children().some((node) => /^(im|ex)port_statement$/.test(kindOf(node)));
}

const SIMPLE = /^(expression_statement|lexical_declaration|variable_declaration|return_statement)$/;

/** The place of a new import: an offset, and if it stands after other imports. */
export interface NewPlace {
  readonly at: number;
  readonly isBehindImport: boolean;
}

/** Returns the place after the last import before the first use, or after what must stay at the top of a file. */
export function placeForImport(
  root: SgNode,
  text: string,
  { form, firstUse }: Pick<ModuleImport, "form"> & { readonly firstUse: number },
): NewPlace {
  const statements = root.children();
  let last: SgNode | undefined;
  for (const node of statements) {
    if (spanOf(node).start >= firstUse) break;
    const found = readImport(node);
    if (found?.form === form) last = node;
    // Code that a later `require` needs may be between them.
    const isTop = found !== undefined || isComment(node) || isDirective(node);
    if (form === "commonjs" && last !== undefined && !isTop) break;
  }
  if (last !== undefined) {
    const end = spanOf(last).start + codeOf(last).length;
    return { at: lineAfter(text, end), isBehindImport: true };
  }
  return { at: behindHead(statements, text), isBehindImport: false };
}

/** The text of a statement, without a `;` that stands before the next one: `;[1].map(f)`. */
export function codeOf(statement: SgNode): string {
  return statement.text().replace(/\s*\n\s*;$/, "");
}

/** After a `#!` line, directives, and comments that are about the whole file. */
function behindHead(statements: readonly SgNode[], text: string): number {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (let index = 0; index < statements.length; index += 1) {
    const node = statements[index];
    if (node === undefined) break;
    const isHead = kindOf(node) === "hash_bang_line" || isDirective(node);
    const block = isComment(node) ? commentBlock(statements, index, text) : [];
    const last = isHead ? node : aboutFile(block, text);
    if (last !== undefined) at = lineAfter(text, spanOf(last).end);
    else if (block.length === 0) break;
    index += Math.max(0, block.length - 1);
  }
  return at;
}

const ABOUT_FILE =
  /licen[cs]e|copyright|SPDX|^\/\*!|@preserve|@file|@packageDocumentation|eslint-|@ts-|@flow|@jest-environment|@vitest-environment|^\/\/\/|@jsx/i;

const ABOUT_NEXT_LINE = /-next-line|@ts-(ignore|expect-error)|-ignore\b|ignore next/;

/** Returns the comment at an index, with the line comments on the lines after it. */
function commentBlock(
  statements: readonly SgNode[],
  index: number,
  text: string,
): readonly SgNode[] {
  const isLine = (node: SgNode | undefined) => node?.text().startsWith("//") === true;
  let end = index + 1;
  for (; isLine(statements[end - 1]) && isLine(statements[end]); end += 1) {
    const [before, node] = [statements[end - 1], statements[end]];
    if (before === undefined || node === undefined) break;
    if (!/^[ \t]*\r?\n[ \t]*$/.test(text.slice(spanOf(before).end, spanOf(node).start))) break;
  }
  return statements.slice(index, end);
}

/** Returns the last comment of a block that is about the file, and not about the code after it. */
function aboutFile(block: readonly SgNode[], text: string): SgNode | undefined {
  const last = block.at(-1);
  if (last === undefined) return undefined;
  const behind = /[ \t]*(\r?\n[ \t]*(\r?\n|$)|$)/y;
  behind.lastIndex = spanOf(last).end;
  if (behind.test(text)) return last;
  const own = block.findLast((node) => !ABOUT_NEXT_LINE.test(node.text()));
  return block.some((node) => node !== last && ABOUT_FILE.test(node.text())) ||
    (own === last && ABOUT_FILE.test(last.text()))
    ? own
    : undefined;
}

function isDirective(node: SgNode): boolean {
  if (kindOf(node) !== "expression_statement") return false;
  const [text, ...rest] = node.children().filter((child) => !isComment(child));
  return (
    text !== undefined &&
    /^(["'])use \w+\1$/.test(text.text()) &&
    rest.every((child) => kindOf(child) === ";")
  );
}

/** Returns the beginning of the line after an offset, if only a comment or nothing stands on the rest of its line. */
function lineAfter(text: string, offset: number): number {
  const rest = /[ \t]*(\/\/[^\n]*|(\/\*[^\n]*?\*\/[ \t]*)*)(\r?\n|$)/y;
  rest.lastIndex = offset;
  return rest.test(text) ? rest.lastIndex : offset;
}
