import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import { isMissing } from "../edit/engine/error-nodes.ts";
import { parsePatternNode } from "../edit/engine/pick-pattern-node.ts";
import type { Language } from "../edit/language/language.ts";
import { type MetaVariable, parseMetaVariable } from "../edit/text/meta-variable.ts";
import type { Span } from "../edit/text/span.ts";
import type { PatternOp, Strictness } from "../model/edit.ts";

/** A node of a pattern, as the engine compares it with code. */
export type PatternShape = {
  /** The place in the pattern as it was written. */
  readonly place: Span;
  readonly nodeKind: string;
  readonly isNamed: boolean;
} & (
  | { readonly kind: "leaf"; readonly text: string }
  | { readonly kind: "variable"; readonly variable: MetaVariable; readonly takesTokens: boolean }
  | { readonly kind: "inner"; readonly children: readonly PatternShape[] }
);

/** A pattern that the engine can search. */
export interface ShapedPattern {
  /** The code of the pattern, with a prefix if its grammar needs one. */
  readonly source: string;
  readonly strictness: Strictness;
  readonly selector?: string | undefined;
  readonly shape: PatternShape;
}

/** A pattern as it is written. */
interface SearchedPattern extends Pick<PatternOp, "pat"> {
  readonly selector?: string | undefined;
  readonly strictness?: Strictness | undefined;
}

/** The most nodes of a pattern that are looked at. */
const MOST_NODES = 2000;

/** Returns the shape of a pattern; undefined if the engine would pick no node of it. */
export function shapePattern(
  { pat, selector, strictness = "smart" }: SearchedPattern,
  language: Language,
): ShapedPattern | undefined {
  const { picked, source, character } = parsePatternNode({ pat, selector }, language);
  if (picked.kind !== "picked") return undefined;
  const reader = new ShapeReader(source, pat, character);
  const shape = reader.read(picked.node);
  return { source: pat, strictness, selector, shape };
}

class ShapeReader {
  readonly #source: string;
  readonly #pat: string;
  readonly #character: string;
  #nodes = 0;

  constructor(source: string, pat: string, character: string) {
    this.#source = source;
    this.#pat = pat;
    this.#character = character;
  }

  read(node: SgNode): PatternShape {
    this.#nodes += 1;
    const { start, end } = node.range();
    const place = { start: this.#written(start.index), end: this.#written(end.index) };
    const common = { place, nodeKind: kindOf(node), isNamed: node.isNamed() };
    const variable = parseMetaVariable(node.text(), this.#character);
    if (variable !== undefined) {
      const takesTokens = this.#pat.startsWith("$$", place.start);
      return { ...common, kind: "variable", variable, takesTokens };
    }
    const children = this.#nodes > MOST_NODES ? [] : node.children();
    if (children.length === 0)
      return { ...common, kind: "leaf", text: this.#pat.slice(place.start, place.end) };
    const real = children.filter((child) => !isMissing(child));
    return { ...common, kind: "inner", children: real.map((child) => this.read(child)) };
  }

  /** An offset in the pattern as it was written: the character for `$` may be longer than one code unit. */
  #written(index: number): number {
    const more = this.#character.length - 1;
    if (more === 0) return index;
    return index - more * (this.#source.slice(0, index).split(this.#character).length - 1);
  }
}

/** Returns the leaves and metavariables of a pattern, in order. */
export function leavesOf(shape: PatternShape): readonly PatternShape[] {
  return shape.kind === "inner" ? shape.children.flatMap(leavesOf) : [shape];
}

/** True for a metavariable that matches any number of nodes. */
export function isMany(shape: PatternShape): boolean {
  if (shape.kind !== "variable") return false;
  return shape.variable.kind === "capture-many" || shape.variable.kind === "drop-many";
}
