import type {
  ImportChanges,
  LeftoverChoice,
  MeantNames,
  Rename,
  WrittenMap,
} from "../../model/edit.ts";
import type { EngineSearch } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { LayoutPart } from "../replacement/layout-pieces.ts";
import type { Template } from "../replacement/template.ts";
import type { Prefilter } from "./prefilter.ts";

/** The names of an op that mean an export or a declaration, compiled. Plain data. */
export interface CompiledNames {
  readonly meant: MeantNames;
  /** The names that metavariables of the search stand for, by metavariable. */
  readonly captures: Readonly<Record<string, string>>;
  /** The name that the whole match is. */
  readonly whole: string | undefined;
  readonly keepImports: boolean;
  /** The match is the name of a declaration, or refers to it. */
  readonly rename?: (Rename & { readonly name: string; readonly to: string }) | undefined;
}

/** An op that was compiled for one language. Plain data: it may be sent to a worker. */
export interface CompiledOp extends CompiledRule {
  readonly id: string;
  readonly language: Language;
  /** The strings that a text must contain so that the op can match in it. */
  readonly prefilter: Prefilter;
  /** The rules that the transforms may apply inside of captures, by id. */
  readonly rewriters: Readonly<Record<string, CompiledRule>>;
  /** A comment `ast-grep-ignore` protects a match from being edited, as with `ast-grep scan`. */
  readonly isIgnorable: boolean;
  /** The search in which metavariables with the names of the language's own variables are code, if it has such ones. */
  readonly meantSearch?: EngineSearch | undefined;
  /** Default: `count`. */
  readonly leftovers?: LeftoverChoice | undefined;
  /** What names of the op mean, if it says so. */
  readonly names?: CompiledNames;
  /** The rule as it was written, if metavariables took the place of its names. */
  readonly written?: WrittenMap;
  /** The op changes imports; its search only finds the tree of a file, and it makes no edits of matches. */
  readonly imports?: ImportChanges;
}

/** A rule with its fix, compiled for one language: of an op, or of a rewriter. Plain data. */
export interface CompiledRule {
  readonly search: EngineSearch;
  /** In the order in which they are computed. */
  readonly transforms: readonly Transform[];
  readonly fix: CompiledFix;
  /**
   * Names that both a rewriter's rule and the op's rule bind: the rewriter matches only if the nodes are equal. Empty
   * for the rule of an op.
   */
  readonly sharedNames: readonly string[];
}

/** Keeps the layout of a match (`layout: keep`). Plain data. */
export interface KeptLayout {
  /**
   * The code that the op looks for, with its captures: `out` is compared with it. Undefined for a rule without one
   * pattern for the whole match, and for a pattern that leaves parts open: `out` is compared with the match.
   */
  readonly pattern?: readonly LayoutPart[];
}

/** The text that replaces a match, and the siblings that it replaces too. Plain data. */
export interface CompiledFix {
  readonly template: Template;
  /** Absent: the layout is that of ast-grep, which moves captures to the columns of their variables. */
  readonly layout?: KeptLayout | undefined;
  /** The parentheses that keep the meaning of a replacement are written. */
  readonly parens?: true | undefined;
  /** The edit takes the whole lines of the match, if nothing else stands on them. */
  readonly deleteLines?: true | undefined;
  /** Searches the siblings before the match; the edit begins at the nearest one that it finds. */
  readonly expandStart?: Expansion;
  /** Searches the siblings after the match; the edit ends with the nearest one that it finds. */
  readonly expandEnd?: Expansion;
}

/** A search among the siblings of a match. */
export interface Expansion {
  readonly search: EngineSearch;
  /** The last sibling that is searched: the next one, the last one, or the first that this search matches. */
  readonly stopBy: "neighbor" | "end" | EngineSearch;
  /** The names that the match binds too: the nodes must be equal. */
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
      /** Makes a text of a text: `replace`, `substring` or `convert`. */
      readonly kind: "text";
      /** The transformation in the engine's form, its source included. */
      readonly written: WrittenMap;
    }
  | {
      /** Looks a text up in a table. */
      readonly kind: "map";
      readonly table: Readonly<Record<string, string>>;
      /** The text if the table lacks one. Absent: the text itself. */
      readonly otherwise?: string;
    }
  | {
      /** Applies rewriters to the captured nodes. */
      readonly kind: "rewrite";
      readonly rewriters: readonly string[];
      /** The text between the rewritten parts; all other code is then left out. */
      readonly joinBy?: string;
    }
);
