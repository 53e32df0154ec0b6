/** Metavariables by how they are written: `$A` and `$$$A` are two variables. */
export interface BoundNames {
  readonly single: readonly string[];
  readonly many: readonly string[];
}

/** The names of both. */
export function unite(a: BoundNames, b: BoundNames): BoundNames {
  return {
    single: [...new Set([...a.single, ...b.single])],
    many: [...new Set([...a.many, ...b.many])],
  };
}
