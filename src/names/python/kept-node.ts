import type { SgNode } from "@ast-grep/napi";
import type { Extent } from "../file-names.ts";

/** A node of the engine's tree, read once: each question to the engine is slow. */
export interface KeptNode extends Extent {
  readonly kind: string;
  readonly node: SgNode;
}
