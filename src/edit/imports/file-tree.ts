import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";

/** The tree of a file. */
export interface FileTree {
  readonly root: SgNode;
  readonly text: string;
  readonly language: Language;
  /** Sorted. They are found when they are first asked for. */
  readonly comments: () => readonly Span[];
}
