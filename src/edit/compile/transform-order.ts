import type { Transform } from "./compiled-op.ts";

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
