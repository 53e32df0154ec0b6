import type { DeclarationKind } from "../file-names.ts";

/**
 * The part that a node plays for the names inside of it. `capture`: a pattern of `match`, where a name alone is bound
 * and one with members is read. `typeName`, `typeParameters`: the parts of a definition with type parameters.
 */
export type Role =
  | DeclarationKind
  | ("read" | "rebind" | "delete" | "walrus" | "global" | "nonlocal" | "export" | "skip")
  | ("capture" | "typeName" | "typeParameters");
