import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";

/** The beginnings of JavaScript statements that go on with the line before, if that has no `;`. */
const GOES_ON = /^[([`+\-/<]/;

/** Statements that a `;` or a line end closes. */
const IS_OPEN =
  /^(expression_statement|(lexical|variable)_declaration|(return|throw|export)_statement)$/;

const IS_CLOSED = /^((generator_)?function|(abstract_)?class|interface|enum)_declaration$/;

/**
 * Returns true if the statements before and after a JavaScript statement would become one without it: the former has
 * no `;`, and the latter begins with a bracket or the like. `isLeaving` tells of statements before it that go, too.
 */
export function separatesStatements(
  statement: SgNode,
  isLeaving: (node: SgNode) => boolean = () => false,
): boolean {
  if (statement.ancestors().every((node) => kindOf(node) !== "program")) return false;
  let behind = statement.next();
  while (behind !== null && isComment(behind)) behind = behind.next();
  if (behind === null || !goesOn(behind.text())) return false;
  let before = statement.prev();
  while (before !== null && (isComment(before) || isLeaving(before))) before = before.prev();
  return before !== null && isOpen(before);
}

/** True if a text, after white space and comments, could go on with a statement before it. */
export function goesOn(text: string): boolean {
  return GOES_ON.test(text.replace(/^(\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/, ""));
}

function isComment(node: SgNode): boolean {
  return kindOf(node) === "comment" || kindOf(node) === "html_comment";
}

function isOpen(statement: SgNode): boolean {
  if (!IS_OPEN.test(kindOf(statement))) return false;
  const parts = statement.children().filter((node) => !isComment(node));
  const last = parts.at(-1);
  return last !== undefined && !last.text().endsWith(";") && !IS_CLOSED.test(kindOf(last));
}
