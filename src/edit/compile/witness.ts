import type { PatternOp } from "../../model/edit.ts";
import { findErrorNodes, findMatches, parseText, searchOf } from "../engine/engine.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { replaceMetaVariableCharacter } from "../text/meta-variable.ts";

// What may stand where a grammar allows no name, which is what a metavariable looks like to it.
const fillers = ['"x"', "1", "{}", "x", ""];

/**
 * True where there is valid code that a pattern matches although its own tree has an `ERROR`. To the
 * engine such a node is one of any kind, so `import { $$$A } from $B` does match, and ast-grep takes it;
 * only the place after `from` wants a string, which a metavariable is not. Code to try is made from the
 * pattern itself, with one metavariable replaced at a time; the others are names there, as the grammar wants
 * them.
 */
export function hasWitness(op: PatternOp, language: Language): boolean {
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
