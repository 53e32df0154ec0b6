import picomatch from "picomatch";

/** True if the text has glob syntax; otherwise it names one file or folder. */
export function isGlob(text: string): boolean {
  return picomatch.scan(escapeNames(text)).isGlob;
}

/** Returns the folder that holds everything a glob can match, "" for the root; for a name the name itself. */
export function globBase(path: string): string {
  if (!isGlob(path)) return path;
  const { base } = picomatch.scan(escapeNames(path));
  return base === "." ? "" : base.replaceAll("\\", "");
}

/**
 * Returns a glob with the meaning it has in names such as `app/(auth)/[id]/page.tsx`: parentheses without one of
 * `@!+?*` before them are parentheses, a bar outside such a group is a bar, and brackets are a class of characters and
 * themselves.
 */
export function variantsOf(glob: string): string[] {
  const plain = escapeNames(glob);
  if (!plain.includes("[")) return [plain];
  return [withCarets(plain), plain.replace(/(?<!\\)[[\]]/g, "\\$&")];
}

/** Writes `[!a]`, any other character than `a`, as `[^a]`: the library takes it for `!` or `a`. */
function withCarets(glob: string): string {
  return glob.replace(/\\.|\[(!?)((?:\\.|[^\]\\])*)/gs, (part, bang?: string, inner?: string) =>
    bang ? `[^${inner}` : part,
  );
}

function escapeNames(glob: string): string {
  let depth = 0; // The extended globs that are open: `@(a|b)`.
  return glob.replace(/\\.|[@!+?*]\(|[()|]/g, (part) => {
    if (part.length === 2) {
      if (part.endsWith("(") && !part.startsWith("\\")) depth += 1;
      return part;
    }
    if (part !== "(" && depth > 0) {
      if (part === ")") depth -= 1;
      return part;
    }
    return `\\${part}`;
  });
}
