import type { FileIdentity } from "../disk/file-identity.ts";
import type { CheckedWrites } from "./checked-writes.ts";

/** A file of a commit; `identity` is missing for a new file. */
export interface PlacedFile {
  readonly path: string;
  readonly identity?: Pick<FileIdentity, "file" | "links"> | undefined;
}

/** Two paths of one commit that are, or would be, one file. */
export type Alias = readonly [first: string, second: string];

/**
 * Finds the paths of a commit that are one file with an earlier path, as on a file system that ignores case: the second
 * write would replace the first. New files count as one if their names differ only in case or in the form of accents,
 * because another system may take them for one; pure.
 */
export function findAliases(files: readonly PlacedFile[]): readonly Alias[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, identity }): Alias[] => {
    const keys = [`path ${path}`]; // Hard links have no key of their file: a rename makes two files of them.
    if (identity === undefined) keys.push(`new ${path.normalize("NFC").toLowerCase()}`);
    else if (identity.links === 1) keys.push(`file ${identity.file}`);
    const earlier = keys.map((key) => first.get(key)).find((found) => found !== undefined);
    for (const key of keys) if (!first.has(key)) first.set(key, path);
    return earlier === undefined ? [] : [[earlier, path]];
  });
}

/** Throws if two paths are one file, because each write would undo the other. */
export function refuseAliases({
  writes,
  identities,
}: Pick<CheckedWrites, "writes" | "identities">): void {
  const files = writes.map(({ path }, index) => ({ path, identity: identities[index] }));
  const [first] = findAliases(files);
  if (first) throw new Error(`${first.join(" and ")} are the same file.`);
}
