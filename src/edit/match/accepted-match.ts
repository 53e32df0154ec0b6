import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import type { Template } from "../replacement/template.ts";
import type { CaptureSpans } from "./bindings.ts";

/** A match whose replacement was accepted. Keep no node of it. */
export interface AcceptedMatch {
  readonly match: SgNode;
  readonly replacement: Replacement;
  /** The places of the code that the match bound. */
  readonly captures: CaptureSpans;
  /** Returns the text that a transformation made, by its name. */
  readonly made: (name: string) => string | undefined;
  /** A key, or another name, stands beside what the template wrote. */
  readonly isWrapped: boolean;
  /** Writes the replacement from another template with the same variables. */
  readonly write: (template: Template) => string;
}
