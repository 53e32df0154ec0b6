import type { AskedFacts } from "../../model/action/asked-facts.ts";
import type { EditOp } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { findRegrouped } from "../grouping/find-regrouped.ts";
import type { parenthesize } from "../grouping/parenthesize.ts";
import type { movedEdit } from "../grouping/placed-edit.ts";
import type { placedEditOf } from "../grouping/placed-edit-of.ts";
import type { isPlainEdit } from "../grouping/plain-edits.ts";
import type { countNewScriptErrors } from "./new-script-errors.ts";

/** The functions that judge how results are read. */
export interface Meaning {
  readonly countNewScriptErrors: typeof countNewScriptErrors;
  readonly findRegrouped: typeof findRegrouped;
  readonly isPlainEdit: typeof isPlainEdit;
  readonly movedEdit: typeof movedEdit;
  readonly parenthesize: typeof parenthesize;
  readonly placedEditOf: typeof placedEditOf;
}

let provided: Meaning | undefined;

/** True if something asks how the results of edits are read: a fact, or an op that writes parentheses. */
export function asksMeaning(asked: AskedFacts, ops: readonly (CompiledOp | EditOp)[]): boolean {
  const areOpen = ops.some((op) => {
    if ("fix" in op) return op.fix.parens === true;
    return op.kind !== "imports" && op.parens === "auto";
  });
  return areOpen || asked.includes("regrouped") || asked.includes("newSyntaxErrors");
}

/** Provides what judges how results are read, once for a thread: most runs do not load it. */
export function provideMeaning(meaning: Meaning): void {
  provided = meaning;
}

/** Returns what was provided. Throws if nothing was, which is a bug of Sluice. */
export function meaning(): Meaning {
  if (provided === undefined)
    throw new Error("Nothing has loaded what judges how results are read.");
  return provided;
}
