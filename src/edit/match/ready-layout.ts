import type { SgNode } from "@ast-grep/napi";
import type { EditOp } from "../../model/edit.ts";
import type { CompiledFix, CompiledOp, KeptLayout } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import type { Captures } from "../replacement/expand-template.ts";

/** A match whose layout is kept. */
export interface KeptMatch {
  readonly match: SgNode;
  readonly captures: Captures;
  readonly source: string;
  readonly language: Language;
}

/** Writes a replacement with `layout: keep` (kept-text.ts). */
type KeptText = (
  fix: Pick<CompiledFix, "template">,
  layout: KeptLayout,
  found: KeptMatch,
) => string;

let provided: KeptText | undefined;

/** True if an op, or one of its rewriters, keeps the layout of its matches. */
export function keepsLayout(op: CompiledOp | EditOp): boolean {
  if (!("fix" in op)) return op.kind !== "imports" && "layout" in op && op.layout === "keep";
  return [op, ...Object.values(op.rewriters)].some((rule) => rule?.fix.layout !== undefined);
}

/** Provides what keeps a layout, once for a thread: many runs do not load it. */
export function provideLayout(write: KeptText): void {
  provided = write;
}

/** Returns what was provided. Throws if nothing was, which is a bug of Sluice. */
export function layoutWriter(): KeptText {
  if (provided === undefined) throw new Error("Nothing has loaded what keeps a layout.");
  return provided;
}
