import type { SgNode } from "@ast-grep/napi";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { isMatch } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Leaf } from "./leaves.ts";

/** Returns a match in which a metavariable with the name of a variable of the language took other code. */
export function takenAsOther(
  match: SgNode,
  { meantSearch }: Pick<CompiledOp, "meantSearch">,
): readonly Leaf[] {
  if (meantSearch === undefined || isMatch(match, meantSearch)) return [];
  return [{ ...spanOf(match), text: match.text() }];
}
