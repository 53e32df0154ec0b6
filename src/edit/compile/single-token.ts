import type { EditOp } from "../../model/edit.ts";
import { completePattern } from "../engine/complete-pattern.ts";
import { isComment } from "../engine/engine.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import type { Language } from "../language/language.ts";
import { readRule } from "./rule-atoms.ts";

/** Patterns without any syntax, in languages in which they are text: `foo(` is valid there. */
const PLAIN_TEXT: Readonly<Record<Language, RegExp>> = {
  html: /^[^<]*$/,
  markdown: /^(?!\s*([#>|*+`~<-]|\d+[.)]|\[))/,
  yaml: /^(?!\s*(- |[[{&*!|>?%"'#-]|[\w$."'/-]+\s*:(\s|$)))/,
};

/** Languages of data and styles, in which a word is as good as any other. */
const DATA: readonly Language[] = ["css", "json", "toml"];

/** A word, or one metavariable: in code, it means a name. */
const WORD = /^[\p{L}\p{N}_$]+$/u;

/** True if the language takes nearly everything as text. */
export function isTextLanguage(language: Language): boolean {
  return Object.hasOwn(PLAIN_TEXT, language);
}

/** True if the language is neither text nor data nor styles. */
export function isCodeLanguage(language: Language): boolean {
  return !isTextLanguage(language) && !DATA.includes(language);
}

/**
 * True if a valid op looks for no more than a single token of a language, which would match by chance if its author did
 * not think of the language: `util.isArray` in Bash, and any word in text, data and styles. A word in code and a
 * comment are not: they mean the same in all code. A rule is one if all of its patterns are, and it names no kind of
 * node and no utility rule.
 */
export function isSingleToken(op: EditOp, language: Language): boolean {
  if (op.kind === "pattern") return op.selector === undefined && isToken(op.pat, language);
  if (op.kind === "imports" || op.language !== undefined) return false;
  const constraints = Object.entries(op.constraints ?? {});
  const atoms = [
    ...readRule(op.rule, []).atoms,
    ...constraints.flatMap(([, rule]) => readRule(rule, []).atoms),
  ];
  return atoms.every((atom) => {
    if (atom.kind === "pattern")
      return atom.selector === undefined && isToken(atom.context, language);
    return atom.kind !== "kind" && atom.kind !== "reference" && atom.kind !== "call";
  });
}

function isToken(pat: string, language: Language): boolean {
  if (PLAIN_TEXT[language]?.test(pat)) return true;
  if (WORD.test(pat.trim()) && isCodeLanguage(language)) return false;
  const op = completePattern({ kind: "pattern", id: "", pat, out: "" }, language);
  const { picked } = parsePatternNode(op, language);
  return picked.kind === "picked" && picked.node.isLeaf() && !isComment(picked.node);
}
