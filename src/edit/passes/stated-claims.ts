import type { CompiledOp } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";

/**
 * Returns the names that templates of ops say to be no exports (`x: global`): no other op may bring an export there.
 */
export function statedClaims(
  ops: readonly Pick<CompiledOp, "names" | "fix">[],
): Map<string, string> {
  const stated = ops.flatMap(({ names, fix: { template } }) =>
    Object.entries(names?.meant ?? {}).filter(
      ([name, meaning]) =>
        typeof meaning === "string" &&
        template.some((part) => typeof part !== "string" && part.name === NAME_VARIABLE + name),
    ),
  );
  return new Map(stated.map(([name, meaning]) => [name, String(meaning)]));
}
