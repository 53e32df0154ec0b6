import type { PatternOp } from "../../model/edit.ts";
import { findMatches, parseText, searchOf } from "../engine/engine.ts";
import { findErrorNodes } from "../engine/error-nodes.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { replaceMetaVariableCharacter } from "../text/meta-variable.ts";

// Code that may stand at places where the grammar allows no name: it reads a metavariable as a name.
const fillers = ['"x"', "1", "{}", "x", ""];

/**
 * True if a pattern whose own tree has an `ERROR` matches some valid code, which is made from the pattern by replacing
 * one metavariable at a time; the others stay as names. ast-grep accepts a pattern like that: to the engine an `ERROR`
 * is a node of any kind, so that `import { $$$A } from $B` does match, although the grammar wants a string there.
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
