import { countNewErrors, dialectOf } from "../../syntax/estree.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { lazyPartsOf } from "./parts.ts";

/** The code of a text, and the languages in it that count. */
interface ReadCode {
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
}

/**
 * Counts the syntax errors of JavaScript and TypeScript that a text has and the one before does not, by the rules of
 * these languages: their grammars accept `await` in any function, `-a ** b`, and a name that is declared twice. Counts
 * those of embedded code, too, if as much of it is there as before.
 */
export function countNewScriptErrors(before: string, after: string, code: ReadCode): number {
  const [old, fresh] = [lazyPartsOf(before, code), lazyPartsOf(after, code)];
  if (old.length !== fresh.length) return 0;
  return fresh.reduce((sum, part, index) => {
    const was = old[index];
    const dialect = dialectOf(part.language);
    const isSame = was?.language === part.language && was.code !== part.code;
    return dialect && isSame ? sum + countNewErrors(was.code, part.code, dialect) : sum;
  }, 0);
}
