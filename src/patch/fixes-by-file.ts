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

/** Returns the fixes of a file; none of another patch. */
export function fixesOf({ content }: FilePatch): readonly Fix[] {
  return content.kind === "fixes" ? content.fixes : [];
}

/** Leaves the fixes with these numbers out. */
export function withoutFixes(
  files: readonly FilePatch[],
  groups: ReadonlySet<number>,
): readonly FilePatch[] {
  return files.map((file) => {
    if (file.content.kind !== "fixes") return file;
    const fixes = file.content.fixes.filter(({ group }) => !groups.has(group));
    return { ...file, content: { kind: "fixes", fixes } };
  });
}
