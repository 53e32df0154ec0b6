import type { SgNode } from "@ast-grep/napi";
import type { Language } from "../language/language.ts";

/** The tree of a file. */
export interface FileTree {
  readonly root: SgNode;
  readonly text: string;
  readonly language: Language;
}
