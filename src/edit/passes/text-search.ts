import type { SgNode } from "@ast-grep/napi";
import type { SearchBounds } from "../../model/search/search-bounds.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { SearchExtent } from "../match/find-replacements.ts";
import type { MatchEdit } from "../match/match-edit.ts";
import type { Span } from "../text/span.ts";
import type { FoundImports } from "./imports-of-names.ts";
import type { Part } from "./parts.ts";

/** The tree of a text, with what is known of it. */
export interface KnownTree {
  readonly root: SgNode;
  /** The `ERROR` and made-up nodes, in the order of the tree. Absent: they are searched. */
  readonly errors?: readonly SgNode[];
  /** The matches of each op, all of them. Absent: they are searched. */
  readonly matches?: ReadonlyMap<CompiledOp, readonly SgNode[]> | undefined;
}

/** A match of an op in a part of a text. */
export interface FoundMatch {
  readonly op: CompiledOp;
  readonly part: Part;
  /** In offsets of the part. */
  readonly edit: MatchEdit;
}

/** The circumstances of a search. */
export interface TextSearch {
  readonly bounds?: SearchBounds | undefined;
  /** The caller leaves a text with errors alone: of a long one, it needs only the first replacement of each op. */
  readonly skipsBroken?: boolean;
  /** Finds what the accepted replacements lose. Default: true. */
  readonly findsLosses?: boolean;
  /** Keeps what the accepted replacements were made of. Default: false. */
  readonly findsPlaced?: boolean;
  /** Keeps what all accepted replacements were made of, for their names. Default: false. */
  readonly findsNames?: boolean;
  /** False if all nodes are asked if they are errors. Default: true. */
  readonly tokenLists?: boolean | undefined;
  /**
   * Sorted places of the text: a match that touches none of them is left out, as if there were none. Default: all of
   * it.
   */
  readonly places?: readonly Span[] | undefined;
  /** The path of the file, relative to the root: names of files count from there. Default: none of them is meant. */
  readonly path?: string | undefined;
  /** The imports that a search has found, and the names that its fresh ones have in the end. */
  readonly settled?: FoundImports | undefined;
  /** Takes every match, also one inside of another one; no replacement is made then. */
  readonly onMatch?: ((found: FoundMatch) => void) | undefined;
  /** The tree of the text. Default: the text is parsed. */
  readonly tree?: KnownTree | undefined;
}

/** The extent of a search in a part, in offsets of the text. */
export type PartSearch = Omit<SearchExtent, "onMatch"> & Pick<TextSearch, "places" | "onMatch">;
