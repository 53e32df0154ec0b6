import type { ImportChanges } from "../../model/edit.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { WrittenImports } from "../schema/imports-schema.ts";

/** Written → resolved: `a as b` becomes a pair, and what is removed without names is the whole import. */
export function normalizeImports({ add, remove, merge, when }: WrittenImports): ImportChanges {
  return {
    add: (add ?? []).map(({ from, default: whole, namespace, names = [], type = false }) => ({
      from,
      ...definedOnly({ default: whole, namespace }),
      names: names.map(pairOf),
      type,
    })),
    remove: (remove ?? []).map(({ from, names = [], ifUnused = false, ...whole }) => {
      const { default: isDefault = false, namespace = false } = whole;
      const all = names.length === 0 && !isDefault && !namespace;
      return { from, names, default: isDefault, namespace, all, ifUnused };
    }),
    merge: merge ?? false,
    when: when ?? "matched",
  };
}

function pairOf(written: string): readonly [imported: string, local: string] {
  const [imported = "", local = imported] = written.split(" as ");
  return [imported, local];
}
