import type { SgNode } from "@ast-grep/napi";
import { once } from "../../shared/once.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { parseText } from "../engine/engine.ts";
import { refuseTooBroken } from "../engine/too-broken.ts";
import { type EmbeddedCode, findEmbeddedCode } from "../language/embedded-code.ts";
import type { Language } from "../language/language.ts";

/** A tree of a text: the whole text, or embedded code. */
export interface Part {
  readonly language: Language;
  /** The text in which the offsets of the tree count. */
  readonly source: string;
  /** Added to an offset of the tree, gives the offset in the whole text. */
  readonly shift: number;
  /** The part itself, without the text before it in `source`. */
  readonly code: string;
  /** The element around embedded code, in the tree of the whole text. */
  readonly element?: SgNode;
  /** Parses at the first call. */
  readonly root: () => SgNode;
}

/**
 * Parses a text: the whole of it, unless its tree is known, and the embedded code of every language that an op is for.
 */
export function partsOf(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  root: SgNode = parseText(text, language),
): readonly Part[] {
  const whole: Part = { language, source: text, shift: 0, code: text, root: () => root };
  return [whole, ...findParts(whole, ops)];
}

/** Does the same, and parses a text without embedded code only when its tree is asked for. */
export function lazyPartsOf(
  text: string,
  { language, ops }: { readonly language: Language; readonly ops: readonly CompiledOp[] },
): readonly Part[] {
  if (ops.some((op) => op.language !== language)) return partsOf(text, language, ops);
  const root = once(() => parseText(text, language));
  return [{ language, source: text, shift: 0, code: text, root }];
}

/**
 * Finds the embedded code of every language that an op is for, also if the op cannot match in it: errors must be
 * counted in the same trees before and after an edit.
 */
function findParts({ root, language, source }: Part, ops: readonly CompiledOp[]): readonly Part[] {
  const languages = new Set(ops.map((op) => op.language));
  languages.delete(language);
  if (languages.size === 0) return [];
  const keepPlaces = ops.some((op) => JSON.stringify(op).includes('"range"'));
  return findEmbeddedCode(root(), source, { keepPlaces })
    .filter((code) => languages.has(code.language))
    .map((code) => partOf(code, source));
}

function partOf({ text, start, end, ...code }: EmbeddedCode, whole: string): Part {
  let tree: SgNode | undefined;
  const root = () => {
    if (tree === undefined) refuseTooBroken(text, code.language, `embedded \`${code.language}\``);
    tree ??= parseText(text, code.language);
    return tree;
  };
  return { ...code, code: whole.slice(start, end), root };
}
