import type { SgNode } from "@ast-grep/napi";
import { isComment } from "../engine/comment-spans.ts";
import { findFirst, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { hasOnlyCrlf } from "../text/line-ends.ts";
import { type ModuleImport, readImport } from "./module-imports.ts";

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
  const isEs = root.children().some((node) => /^(im|ex)port_statement$/.test(kindOf(node)));
  const isCommonJs = !isEs && findFirst(root, COMMONJS) !== undefined;
  const [first] = imports;
  const quoted = first?.node.text() ?? findFirst(root, { rule: { kind: "string" } })?.text() ?? '"';
  const statement = first?.node ?? root.children().find((node) => SIMPLE.test(kindOf(node)));
  return {
    form: isCommonJs ? "commonjs" : "es",
    quote: /["']/.exec(quoted)?.[0] ?? '"',
    end: statement === undefined || statement.text().endsWith(";") ? ";" : "",
    lineEnd: hasOnlyCrlf(text) ? "\r\n" : "\n",
  };
}

const SIMPLE = /^(expression_statement|lexical_declaration|variable_declaration|return_statement)$/;

/** The place of a new import: an offset, and if it stands behind other imports. */
interface NewPlace {
  readonly at: number;
  readonly isBehindImport: boolean;
}

/** Returns the place behind the last import, or behind what must stay at the top of a file. */
export function placeForImport(root: SgNode, text: string, form: ModuleImport["form"]): NewPlace {
  const statements = root.children();
  let last: SgNode | undefined;
  for (const node of statements) {
    const found = readImport(node);
    if (found?.form === form) last = node;
    // What a later `require` needs may stand between.
    const isTop = found !== undefined || isComment(node) || isDirective(node);
    if (form === "commonjs" && last !== undefined && !isTop) break;
  }
  if (last !== undefined) return { at: lineAfter(text, spanOf(last).end), isBehindImport: true };
  return { at: behindHead(statements, text), isBehindImport: false };
}

/** Behind a `#!` line, directives, and comments that are about the whole file. */
function behindHead(statements: readonly SgNode[], text: string): number {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (const node of statements) {
    const { start, end } = spanOf(node);
    const isHead = kindOf(node) === "hash_bang_line" || isDirective(node);
    const behind = lineAfter(text, end);
    const isApart = /^[ \t]*(\r?\n|$)/.test(text.slice(behind));
    if (isHead || (isComment(node) && (isApart || ABOUT_FILE.test(node.text())))) at = behind;
    else if (!isComment(node) || start < at) break;
  }
  return at;
}

const ABOUT_FILE =
  /licen[cs]e|copyright|SPDX|^\/\*!|@preserve|eslint-|@ts-|@flow|@jest-environment|@vitest-environment|^\/\/\/|@jsx/i;

function isDirective(node: SgNode): boolean {
  if (kindOf(node) !== "expression_statement") return false;
  return /^(["'])use \w+\1;?$/.test(node.text());
}

/** Returns the beginning of the line behind an offset, if only a comment or nothing stands on the rest of its line. */
function lineAfter(text: string, offset: number): number {
  const rest = /[ \t]*(\/\/[^\n]*|(\/\*[^\n]*?\*\/[ \t]*)*)(\r?\n|$)/y;
  rest.lastIndex = offset;
  return rest.test(text) ? rest.lastIndex : offset;
}
