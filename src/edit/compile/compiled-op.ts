import type { WrittenMap } from "../../model/edit.ts";
import type { EngineSearch } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { Template } from "../text/template.ts";
import type { Prefilter } from "./prefilter.ts";

/** An op made ready for one language. Plain data: it may go to a worker. */
export interface CompiledOp extends CompiledRule {
  readonly id: string;
  readonly language: Language;
  /** What a text must contain so that the op can match in it. */
  readonly prefilter: Prefilter;
  /** What the transforms may do inside of captures, by id. */
  readonly rewriters: Readonly<Record<string, CompiledRule>>;
  /** A comment `ast-grep-ignore` keeps a match from being edited, as with `ast-grep scan`. */
  readonly isIgnorable: boolean;
}

/** A rule with what to write, ready for one language: of an op, or of a rewriter. Plain data. */
export interface CompiledRule {
  readonly search: EngineSearch;
  /** In the order in which they are computed. */
  readonly transforms: readonly Transform[];
  readonly fix: CompiledFix;
  /**
   * Names that both a rewriter's rule and the op's rule bind: the rewriter matches only where the nodes are
   * equal. Empty for the rule of an op.
   */
  readonly sharedNames: readonly string[];
}

/** What is written in the place of a match, and how much of its surroundings goes with it. Plain data. */
export interface CompiledFix {
  readonly template: Template;
  /** Looks at what stands before the match; the nearest that is found is where the edit begins. */
  readonly expandStart?: Expansion;
  /** Looks at what stands after the match; the nearest that is found is where the edit ends. */
  readonly expandEnd?: Expansion;
}

/** A search among the siblings of a match. */
export interface Expansion {
  readonly search: EngineSearch;
  /** How far it goes: to the next one, to the last one, or to the first that this matches, inclusive. */
  readonly stopBy: "neighbor" | "end" | EngineSearch;
  /** Names that the match has bound, too: the nodes must be equal. */
  readonly sharedNames: readonly string[];
}

/** A captured or transformed variable that a transformation reads. */
export interface TransformSource {
  readonly kind: "single" | "many";
  readonly name: string;
}

/** One variable of `transform`. Plain data. */
export type Transform = { readonly name: string; readonly source: TransformSource } & (
  | {
      /** Text becomes other text: `replace`, `substring` or `convert`. */
      readonly kind: "text";
      /** The transformation in the engine's form, its source included. */
      readonly written: WrittenMap;
    }
  | {
      /** Rewriters are applied to the captured nodes. */
      readonly kind: "rewrite";
      readonly rewriters: readonly string[];
      /** What to put between the rewritten parts; all the rest is then left out. */
      readonly joinBy?: string;
    }
);
