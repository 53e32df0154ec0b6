import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../language/language.ts";
import { isComment } from "./engine.ts";
import { findHints } from "./syntax-hints.ts";

/** A tree, and the code that it was made of. */
interface ParsedCode {
  readonly language: Language;
  readonly code: string;
  readonly root: () => SgNode;
}

/** Finds the faults in one node of the given kinds. */
interface Check {
  readonly kinds: readonly string[];
  /** The kind of a child that each node with such faults has. */
  readonly part?: string;
  readonly count: (node: SgNode) => number;
}

const LISTS: Check = { kinds: ["arguments", "object", "object_pattern"], count: countHoles };
const TYPES: Check = { kinds: ["interface_body", "object_type"], count: countHoles };
const THROWS: Check = { kinds: ["throw_statement"], count: countSplits };
const EXPORTS: Check = { kinds: ["export_statement"], count: countDefaultDeclarations };
const BODIES: Check = {
  kinds: ["if_statement", "else_clause", "while_statement", "for_statement", "for_in_statement"],
  part: "lexical_declaration",
  count: countBareDeclarations,
};

/** Facts about trees that their caller knows. */
interface KnownTrees {
  /** True if none of them has syntax errors. Default: it is not known. */
  readonly isClean?: boolean;
}

/** Counts the faults of several trees that their grammars accept. */
export function countLenient(parts: readonly ParsedCode[], known?: KnownTrees): number {
  return parts.reduce((sum, part) => sum + countLenientErrors(part, known), 0);
}

/**
 * Counts the faults of some code that its grammar accepts, so that the tree has no error node: in JavaScript and
 * TypeScript, holes in lists (`f(, a)`), a line end after `throw`, `export default const` and a declaration as a body
 * (`if (a) const b = 1`); in Python, the statements of a block that begin in different columns. Only code in which the
 * text alone leaves the question open is searched.
 */
export function countLenientErrors(
  { language, code, root }: ParsedCode,
  known?: KnownTrees,
): number {
  if (language === "python") return countRagged(root());
  const isTyped = language === "typescript" || language === "tsx";
  if (!isTyped && language !== "javascript") return 0;
  const hints = findHints(code, known);
  const checks = [
    ...(hints.hole ? [LISTS] : []),
    ...(hints.hole && isTyped ? [TYPES] : []),
    ...(hints.splitThrow ? [THROWS] : []),
    ...(hints.defaultDeclaration ? [EXPORTS] : []),
    ...(hints.bareDeclaration ? [BODIES] : []),
  ];
  return checks.reduce((sum, check) => sum + countIn(root(), check), 0);
}

function countIn(root: SgNode, { kinds, part, count }: Check): number {
  const rule = { any: kinds.map((kind) => ({ kind })) };
  const found = part === undefined ? root.findAll({ rule }) : parentsOf(root, part, rule);
  return found.reduce((sum, node) => sum + count(node), 0);
}

/** Finds the nodes that a rule matches and that have a child of the given kind. */
function parentsOf(
  root: SgNode,
  part: string,
  rule: { readonly any: { kind: string }[] },
): readonly SgNode[] {
  const parts = root.findAll({ rule: { kind: part, inside: rule } });
  const parents = parts.flatMap((each) => each.parent() ?? []);
  return [...new Map(parents.map((parent) => [parent.id(), parent])).values()];
}

/** Counts the commas after a bracket or another comma. */
function countHoles(list: SgNode): number {
  let holes = 0;
  let isOpen = true;
  for (const [index, part] of list.children().entries()) {
    if (index === 0 || isComment(part)) continue;
    const isComma = part.is(",");
    if (isComma && isOpen) holes += 1;
    isOpen = isComma;
  }
  return holes;
}

function countSplits(statement: SgNode): number {
  const [keyword, ...parts] = statement.children();
  const value = parts.find((part) => !isComment(part));
  return keyword && value && lineOf(keyword) !== lineOf(value) ? 1 : 0;
}

const DECLARATIONS = ["lexical_declaration", "variable_declaration"];

function countDefaultDeclarations(statement: SgNode): number {
  const parts = statement.children();
  const isDeclaration = DECLARATIONS.some((kind) => parts.some((part) => part.is(kind)));
  return isDeclaration && parts.some((part) => part.is("default")) ? 1 : 0;
}

function countBareDeclarations(statement: SgNode): number {
  // The declaration in the head of a `for` is a field of its own.
  const body = statement.field("body") ?? statement.field("consequence");
  const last = body ?? statement.children().at(-1);
  return last?.is("lexical_declaration") ? 1 : 0;
}

/** Counts the statements that begin a line in another column than the first one of their block. */
function countRagged(module: SgNode): number {
  const blocks = module.findAll({ rule: { kind: "block" } });
  const inBlocks = blocks.reduce((sum, block) => sum + countRaggedIn(block.children()), 0);
  return inBlocks + countRaggedIn(module.children(), 0);
}

function countRaggedIn(statements: readonly SgNode[], first?: number): number {
  let [column, lastLine, ragged] = [first, -1, 0];
  for (const statement of statements) {
    const { start, end } = statement.range();
    const isFirstOfLine = start.line > lastLine;
    lastLine = end.line;
    if (!isFirstOfLine || isComment(statement)) continue;
    column ??= start.column;
    if (start.column !== column) ragged += 1;
  }
  return ragged;
}

function lineOf(node: SgNode): number {
  return node.range().start.line;
}
