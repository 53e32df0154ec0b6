import type { PlaceInText } from "../../model/place.ts";
import type { WrittenCase } from "./case-schema.ts";
import type { CaseTree } from "./read-tree.ts";

/** A case of a recipe: a tree, and the tree that the recipe makes of it. */
export interface TreeCase {
  readonly kind: "tree";
  /** The name of its folder. */
  readonly name: string;
  /** Its folder, in the files of the recipe's cases. */
  readonly folder: string;
  readonly input: CaseTree;
  /** Undefined: nothing may change. */
  readonly expected: CaseTree | undefined;
  /** The files of a tree lie in `input/` and `expected/`; a single file is `input.ts`, and `expected.ts`. */
  readonly layout: "tree" | "file";
  readonly settings: WrittenCase;
}

/** A snippet for one rule, or one op. */
export interface SnippetCase {
  readonly kind: "snippet";
  readonly name: string;
  /** The id of the rule, or of the op. */
  readonly id: string;
  /** The rule must find something in an `invalid` one, and nothing in a `valid` one. */
  readonly list: "valid" | "invalid";
  readonly text: string;
  /** The place of the id. */
  readonly place: PlaceInText;
}

/** One case of a recipe. */
export type TestCase = TreeCase | SnippetCase;
