import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { isLiteralKind } from "../engine/literal-kinds.ts";
import { bindingsOf, nodesOf } from "../match/bindings.ts";
import { countTexts, withoutPresent } from "./count-texts.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { isModifier } from "./modifiers.ts";
import type { CapturedCode } from "./op-code.ts";
import { countWritten } from "./written-code.ts";

/** A match with captures of which transformations make the replacement. */
interface RewrittenMatch {
  readonly match: SgNode;
  readonly captures: readonly CapturedCode[];
  readonly source: string;
  readonly replacement: { readonly text: string };
}

/** The code in captures that transformations lose. */
interface LostInside {
  readonly tokens: readonly Leaf[];
  readonly strings: readonly Leaf[];
}

/** Words that belong to a name and change its meaning, besides modifiers. */
const WORDS: ReadonlySet<string> = new Set(["as", "type", "typeof"]);

/**
 * Finds modifiers and aliases in captures that the replacement has fewer of, and literals in them of which it has the
 * words, but neither their case nor their white space. Those that the transformations name are meant.
 */
export function findLostInside(rewritten: RewrittenMatch, definitions: string): LostInside {
  const { captures, replacement } = rewritten;
  const leaves = captures.flatMap((capture) =>
    capture.fate === "changed" ? leavesInside(rewritten, capture) : [],
  );
  const words = leaves.filter(
    ({ text }) => isPartOfName(text) && !new RegExp(`\\b${text}\\b`).test(definitions),
  );
  const counts = new Map(words.map(({ text }) => [text, countWritten([replacement.text], text)]));
  const folded = fold(replacement.text);
  const literals = leaves.filter(({ isLiteral, text }) => isLiteral && fold(text) !== "");
  const known = countTexts(
    literals.flatMap(({ text }) => (replacement.text.includes(text) ? [text] : [])),
  );
  return {
    tokens: withoutPresent(words, counts, ({ text }) => text),
    strings: withoutPresent(literals, known, ({ text }) => text).filter(({ text }) =>
      folded.includes(fold(text)),
    ),
  };
}

function isPartOfName(text: string): boolean {
  return /\w/.test(text) && (isModifier(text) || WORDS.has(text));
}

/** A capture that is a literal itself is meant. */
function leavesInside({ match, source }: RewrittenMatch, { kind, name }: CapturedCode) {
  const bindings = bindingsOf(match);
  const nodes = kind === "many" ? bindings.nodes(name) : nodesOf(bindings, name);
  return nodes.flatMap((node) => {
    const literals = new Set<number>();
    const leaves = leavesOf(node, source, (span, each) => {
      if (isLiteralKind(kindOf(each)) && each.id() !== node.id()) literals.add(span.start);
      return "not";
    });
    return leaves.map((leaf) => ({ ...leaf, isLiteral: literals.has(leaf.start) }));
  });
}

function fold(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
