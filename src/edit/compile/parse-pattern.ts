import type { SgNode } from "@ast-grep/napi";
import type { PatternOp } from "../../model/edit.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { findMatches, parseText, searchOf } from "../engine/engine.ts";
import { findErrorNodes } from "../engine/error-nodes.ts";
import { clip, describeErrorNode } from "../engine/parse-issues.ts";
import { findRealError, patternHint } from "../engine/pattern-hints.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import { nestingFault } from "../engine/too-nested.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { parseMetaVariable, replaceMetaVariableCharacter } from "../text/meta-variable.ts";
import { hasWrittenDollars } from "../text/written-dollars.ts";
import { collectPatternFacts, type PatternFacts } from "./pattern-facts.ts";

// Code that may stand at places where the grammar allows no name: it reads a metavariable as a name.
const fillers = ['"x"', "1", "{}", "x", ""];

/** The facts of a valid pattern, or the problem of an invalid one. */
export type ParsedPattern =
  | { readonly kind: "parsed"; readonly facts: PatternFacts }
  | { readonly kind: "invalid"; readonly problem: OpProblem };

/**
 * Parses a pattern as the engine does; the node that it searches for must be free of `ERROR` and `MISSING` (A24), with
 * which the engine would silently match nothing. The code around that node may be invalid, as in ast-grep: the CSS
 * pattern `.a` is a selector without its rule.
 */
export function parsePattern(op: PatternOp, language: Language): ParsedPattern {
  try {
    return parse(op, language);
  } catch (error) {
    // Nested more deeply than MAX_DEPTH, or even than the stack allows.
    if (!(error instanceof RangeError)) throw error;
    return invalid("pattern-invalid", `${clip(op.pat)} is nested too deeply`, "Look for less code");
  }
}

function parse(op: PatternOp, language: Language): ParsedPattern {
  if (op.pat.trim() === "") {
    return invalid("pattern-empty", "the pattern is empty", "Write the code to look for");
  }
  if (op.pat.length > INPUT_LIMITS.patternLength || nestingFault(op.pat, language) !== undefined)
    return invalid("pattern-invalid", `${clip(op.pat)} is too long`, "Look for less code");
  const { root, picked, character } = parsePatternNode(op, language);
  switch (picked.kind) {
    case "empty":
      return invalid("pattern-empty", `${clip(op.pat)} has no code in it`, "Write some code");
    case "unknown-kind":
      return unknownSelector(
        "unknown-kind",
        `${language} has no syntax kind \`${op.selector}\``,
        picked,
      );
    case "not-found":
      return unknownSelector(
        "pattern-invalid",
        `the selector \`${op.selector}\` matches nothing in ${clip(op.pat)}`,
        picked,
      );
    case "several": {
      const error = findRealError(root, character);
      if (error !== undefined) return syntaxProblem(op.pat, language, error);
      return invalid(
        "pattern-multiple-nodes",
        `${clip(op.pat)} is several pieces of code, but a pattern looks for one`,
        "Split it into several ops, or put it into the block that encloses it",
      );
    }
    case "picked":
      return checkPicked(picked.node, op, language);
  }
}

function checkPicked(node: SgNode, op: PatternOp, language: Language): ParsedPattern {
  const character = factsOfLanguage(language).metaVariableCharacter;
  const variable = parseMetaVariable(node.text(), character);
  if (variable?.kind === "capture-many" || variable?.kind === "drop-many") {
    return invalid(
      "pattern-invalid",
      `${clip(op.pat)} stands for many nodes, but a pattern looks for one`,
      "Use one dollar, or put it inside of a larger pattern",
    );
  }
  const error = findRealError(node, character) ?? findTokenOfError(node);
  if (error !== undefined && (isInnerCode(error, node, character) || !hasWitness(op, language)))
    return syntaxProblem(op.pat, language, error);
  if (isDeclarationWithoutEnd(node, op, language)) {
    return invalid(
      "pattern-syntax",
      `${clip(op.pat)} is read as a selector, not as a declaration`,
      "End the declaration with `;`",
    );
  }
  // Completed names have no four dollars any more.
  if (character !== "$" && hasWrittenDollars(op.pat)) {
    return invalid(
      "pattern-invalid",
      "a name with four dollars is a part of a longer token, which the engine cannot look for",
      "Use a metavariable for the whole token, in a rule with a `regex`",
    );
  }
  return { kind: "parsed", facts: collectPatternFacts(node, character) };
}

/**
 * True for an `ERROR` in the place of a whole part of the code, such as a method of a class. The engine would take it
 * for a part of any kind, and pass over what stands behind its last node: `$B` of `void f() $B` would be `throws E`.
 */
function isInnerCode(error: SgNode, picked: SgNode, character: string): boolean {
  if (!error.is("ERROR") || error.id() === picked.id()) return false;
  const isCode = (child: SgNode) =>
    child.isNamed() && parseMetaVariable(child.text(), character) === undefined;
  return error.children().filter(isCode).length > 1;
}

/** Finds the `ERROR` around a lone bracket or operator, which would match everywhere. */
function findTokenOfError(node: SgNode): SgNode | undefined {
  const parent = node.parent();
  return !node.isNamed() && parent?.is("ERROR") ? parent : undefined;
}

/** In CSS `color: $A` is read as the pseudo class `$A` of a tag, which is never written with a blank. */
function isDeclarationWithoutEnd(
  node: SgNode,
  { pat, selector }: PatternOp,
  language: Language,
): boolean {
  if (language !== "css" || selector !== undefined) return false;
  return node.is("pseudo_class_selector") && /^\s*[-\w$]+\s*:\s/.test(pat);
}

function syntaxProblem(pat: string, language: Language, error: SgNode) {
  const isWhole = error.text().trim().length >= pat.trim().length;
  const detail = isWhole ? "" : `: ${withDollars(describeErrorNode(error), language)}`;
  return invalid(
    "pattern-syntax",
    `${clip(pat)} is not valid ${language}${detail}`,
    patternHint(pat, language, error) ??
      "Complete the code, or write the code around it and name the part with `selector`",
  );
}

/** Writes dollars again in a piece of the parsed pattern, if the character for `$` is one that is never typed. */
function withDollars(message: string, language: Language): string {
  const character = factsOfLanguage(language).metaVariableCharacter;
  const isTyped = character.charCodeAt(0) < 128;
  return isTyped ? message : message.replaceAll(character, "$");
}

function unknownSelector(
  code: OpProblem["code"],
  message: string,
  { kinds }: { readonly kinds: readonly string[] },
): ParsedPattern {
  const hint = `Kinds in this pattern: ${kinds.join(", ")}`;
  return { kind: "invalid", problem: { code, field: ["selector"], message, hint } };
}

function invalid(code: OpProblem["code"], message: string, hint: string): ParsedPattern {
  return { kind: "invalid", problem: { code, field: ["pat"], message, hint } };
}

/**
 * True if a pattern whose own tree has an `ERROR` matches some valid code. The code is the pattern with one
 * metavariable replaced; the others stay as names. The engine takes an `ERROR` for a node of any kind:
 * `import { $$$A } from $B` matches, although the grammar wants a string there.
 */
function hasWitness(op: PatternOp, language: Language): boolean {
  const search = searchOf(op);
  const { metaVariableCharacter } = factsOfLanguage(language);
  const write = (code: string) => replaceMetaVariableCharacter(code, metaVariableCharacter);
  return [...op.pat.matchAll(/\${1,3}[A-Z_][A-Z_0-9]*|\${3}/g)].some((variable) => {
    const before = write(op.pat.slice(0, variable.index));
    const after = write(op.pat.slice(variable.index + variable[0].length));
    return fillers.some((filler) => {
      const root = parseText(`${before}${filler}${after}`, language);
      return findErrorNodes(root).length === 0 && findMatches(root, search).length > 0;
    });
  });
}
