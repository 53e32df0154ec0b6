import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import type { CaptureSpans } from "./bindings.ts";

/** A match whose replacement was accepted. Keep no node of it. */
export interface AcceptedMatch {
  readonly match: SgNode;
  readonly replacement: Replacement;
  /** The places of the code that the match bound. */
  readonly captures: CaptureSpans;
}
