import type { FilePatch, Fix } from "../model/patch/patch.ts";

/** A fix of a file. */
export interface PlacedFix {
  readonly path: string;
  readonly fix: Fix;
  readonly base?: FilePatch["base"];
}

/** Returns the fixes of each file, in the order in which the files come. */
export function fixesByFile(fixes: readonly PlacedFix[]): readonly FilePatch[] {
  const files = new Map<string, { readonly fixes: Fix[]; readonly base: FilePatch["base"] }>();
  for (const { path, fix, base } of fixes) {
    const file = files.get(path) ?? { fixes: [], base };
    files.set(path, file);
    file.fixes.push(fix);
  }
  return [...files].map(([path, { fixes: own, base }]) => ({
    line: 1,
    from: path,
    to: path,
    ...(base === undefined ? {} : { base }),
    content: { kind: "fixes", fixes: own },
  }));
}
