import type { SgNode } from "@ast-grep/napi";
import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { TextEdit } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import type { Span } from "../text/span.ts";
import type { MatchLosses } from "./losses-of-match.ts";

/** The functions that find the losses of edits. */
interface LossFinders {
  /** See match-losses.ts. */
  createLossSearch(
    root: SgNode,
    source: string,
    op: CompiledOp,
    tree: { readonly hasErrors?: (() => boolean) | undefined },
  ): (accepted: AcceptedMatch) => MatchLosses | undefined;
  moveLosses(found: MatchLosses, shift: number): MatchLosses;
  /** See find-losses.ts. */
  findLosses(
    edited: { readonly accepted: readonly TextEdit[]; readonly losses: readonly MatchLosses[] },
    result: { readonly text: string; readonly comments: () => readonly Span[] },
  ): readonly CodeLoss[];
}

let provided: LossFinders | undefined;

/** Provides what finds losses, once for a thread: many runs do not load it. */
export function provideLosses(finders: LossFinders): void {
  provided = finders;
}

/** Returns what was provided. Throws if nothing was, which is a bug of Sluice. */
export function lossFinders(): LossFinders {
  if (provided === undefined) throw new Error("Nothing has loaded what finds losses.");
  return provided;
}
