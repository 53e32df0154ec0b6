import type { SgNode } from "@ast-grep/napi";
import { dialectOf } from "../../syntax/dialect.ts";
import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";
import { isDeep } from "./deep-code.ts";

/** The longest text that is parsed to find a limit of a grammar; UTF-16 code units. */
const MOST_TEXT = 1_000_000;

/** The most code that the grammar cannot read: in it brackets of any depth lie beside each other. */
const MOST_BROKEN = 1_000;

/**
 * True if a text with errors at some places is JavaScript or TypeScript that another parser can be given. Code that may
 * be deeper than that parser can read, which it could end the process by, is not. The tree is there to be asked only
 * while the text is searched.
 */
export function mayBeValid(
  text: string,
  language: Language,
  { places, root }: { readonly places: readonly Span[]; readonly root: SgNode | undefined },
): boolean {
  if (dialectOf(language) === undefined || text.length > MOST_TEXT) return false;
  const broken = places.reduce((sum, { start, end }) => sum + end - start, 0);
  return broken <= MOST_BROKEN && root !== undefined && !isDeep(root);
}
