import type { Transform } from "./parse-transform.ts";

/** Transforms in an order in which each comes after the one that it reads, or the name of one in a cycle. */
export type TransformOrder =
  | { readonly kind: "ordered"; readonly transforms: readonly Transform[] }
  | { readonly kind: "cyclic"; readonly name: string };

/** Orders transforms by what they read. The order among independent ones is that of the text. */
export function orderTransforms(transforms: readonly Transform[]): TransformOrder {
  const byName = new Map(transforms.map((transform) => [transform.name, transform]));
  const ordered = new Set<Transform>();
  for (const transform of transforms) {
    const chain: Transform[] = [];
    let next: Transform | undefined = transform;
    while (next !== undefined && !ordered.has(next)) {
      if (chain.includes(next)) return { kind: "cyclic", name: next.name };
      chain.push(next);
      next = byName.get(next.source.name);
    }
    for (const link of chain.reverse()) ordered.add(link);
  }
  return { kind: "ordered", transforms: [...ordered] };
}

/**
 * Parts ordered transforms into those that the engine can compute while it matches and those that rest on
 * a rewrite, which it does not know.
 */
export function partTransforms(ordered: readonly Transform[]): {
  readonly byEngine: readonly Transform[];
  readonly byRewrite: readonly Transform[];
} {
  const byRewrite = new Set<string>();
  for (const { kind, name, source } of ordered) {
    if (kind === "rewrite" || byRewrite.has(source.name)) byRewrite.add(name);
  }
  return {
    byEngine: ordered.filter(({ name }) => !byRewrite.has(name)),
    byRewrite: ordered.filter(({ name }) => byRewrite.has(name)),
  };
}
