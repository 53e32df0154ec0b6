import { once } from "../../shared/once.ts";
import { dialectOf } from "../../syntax/dialect.ts";
import { countNewErrors, type FoundError, findErrors } from "../../syntax/estree.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { findErrorNodes } from "../engine/error-nodes.ts";
import { countLenient } from "../engine/lenient-syntax.ts";
import type { Language } from "../language/language.ts";
import { haveDeepCode } from "./deep-parts.ts";
import { lazyPartsOf, type Part } from "./parts.ts";

/** The code of a text, and the languages in it that count. */
interface ReadCode {
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
  /** The texts are known not to be too deep for the parser. Default: their trees are made, to see. */
  readonly isShallow?: boolean;
  /** The file, of which the ending may tell if it is a module. */
  readonly path?: string | undefined;
}

/**
 * Counts the syntax errors of JavaScript and TypeScript that a text has and the one before does not, by the rules of
 * these languages: their grammars accept `await` in any function, `-a ** b`, and a name that is declared twice. Counts
 * those of embedded code, too, if as much of it is there as before. Undefined if that cannot be told: code is
 * too deep for the parser, or only the grammar can read the text before. If neither can, the grammar judges alone.
 */
export function countNewScriptErrors(
  before: string,
  after: string,
  code: ReadCode,
): number | undefined {
  const [old, fresh] = [lazyPartsOf(before, code), lazyPartsOf(after, code)];
  if (old.length !== fresh.length) return 0;
  let sum = 0;
  for (const [index, part] of fresh.entries()) {
    const was = old[index];
    const dialect = dialectOf(part.language);
    const isSame = was?.language === part.language && was.code !== part.code;
    if (dialect === undefined || !isSame) continue;
    if (code.isShallow !== true && haveDeepCode([was, part])) return undefined;
    const count = countNewErrors(was.code, part.code, dialect, code.path);
    if (count !== undefined) sum += count;
    else if (isClean(was)) return undefined;
  }
  return sum;
}

/**
 * Returns a function that finds such errors of some code, by their offsets in it, if the code before has none and
 * neither is too deep; of a syntax error the parser tells the first one only. The code before is read once.
 */
export function createScriptErrorSearch(
  was: Part,
  path: string,
): (part: Part) => readonly FoundError[] {
  const dialect = dialectOf(was.language);
  if (dialect === undefined) return () => [];
  const isReadable = once(
    () => !haveDeepCode([was]) && findErrors(was.code, dialect, path).length === 0,
  );
  return (part) => {
    if (was.language !== part.language || was.code === part.code) return [];
    return !isReadable() || haveDeepCode([part]) ? [] : findErrors(part.code, dialect, path);
  };
}

/** True for a text that the grammar can read, without a fault that it accepts. */
function isClean(part: Part): boolean {
  const hasErrors = findErrorNodes(part.root(), part.language).length > 0;
  return !hasErrors && countLenient([part], { isClean: true }) === 0;
}
