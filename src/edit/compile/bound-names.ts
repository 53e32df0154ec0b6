/** The names of bound metavariables, by their form: `$A` and `$$$A` are two variables. */
export interface BoundNames {
  readonly single: readonly string[];
  readonly many: readonly string[];
}

/** Returns the names of both. */
export function unite(a: BoundNames, b: BoundNames): BoundNames {
  return {
    single: [...new Set([...a.single, ...b.single])],
    many: [...new Set([...a.many, ...b.many])],
  };
}
