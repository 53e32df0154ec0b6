import type { SgNode } from "@ast-grep/napi";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { parseMetaVariable, replaceMetaVariableCharacter } from "../text/meta-variable.ts";
import { kindOf, parseText } from "./engine.ts";
import { findErrorNodes } from "./error-nodes.ts";

/** Says how to write a pattern that has an error; undefined if nothing is known. */
export function patternHint(pat: string, language: Language, error: SgNode): string | undefined {
  return lowerCaseHint(pat, language) ?? endHint(pat, language, error) ?? blockHint(pat, language);
}

/** Finds the first wrong node that is not just a metavariable in an odd place, as in `switch ($A) { $$$ }`. */
export function findRealError(node: SgNode, character: string): SgNode | undefined {
  return findErrorNodes(node).find(
    (error) => parseMetaVariable(error.text(), character) === undefined,
  );
}

/** Languages without a dollar in their code: a name in lower case after one is meant as a metavariable. */
const WITHOUT_DOLLARS: readonly Language[] = ["python", "go", "rust", "c", "cpp", "json"];

function lowerCaseHint(pat: string, language: Language): string | undefined {
  const [word] = /\$+[a-z]\w*/.exec(pat) ?? [];
  if (word === undefined || !WITHOUT_DOLLARS.includes(language)) return undefined;
  return `Write \`${word.toUpperCase()}\`: a metavariable has upper-case letters`;
}

/** In C, C++ and Java, a statement ends in `;` also at the end of a pattern. */
function endHint(pat: string, language: Language, error: SgNode): string | undefined {
  if (error.is("ERROR") || kindOf(error) !== ";") return undefined;
  return isValid(`${pat.trimEnd()};`, language) ? "End it with `;`, and `out` as well" : undefined;
}

/** A body in braces is a node of its own kind, which a lone metavariable is not. */
function blockHint(pat: string, language: Language): string | undefined {
  for (const { index, 0: variable } of pat.matchAll(/(?<![\w$])\$[A-Z_]\w*/g)) {
    const block = `{ $$${variable} }`;
    const code = `${pat.slice(0, index)}${block}${pat.slice(index + variable.length)}`;
    // The engine takes `$$$B` for statements, also where the grammar misses their `;`.
    if (isValid(code, language, [";"])) return `Write the body as a block: \`${block}\``;
  }
  return undefined;
}

function isValid(pat: string, language: Language, mayLack: readonly string[] = []): boolean {
  const character = factsOfLanguage(language).metaVariableCharacter;
  const root = parseText(replaceMetaVariableCharacter(pat, character), language);
  return findErrorNodes(root).every(
    (error) =>
      parseMetaVariable(error.text(), character) !== undefined || mayLack.includes(kindOf(error)),
  );
}
