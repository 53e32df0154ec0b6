import type { FileIdentity } from "../disk/file-identity.ts";
import type { CheckedWrites } from "./checked-writes.ts";

/** A file of a commit; `identity` is what stands there, absent where it is new. */
export interface PlacedFile {
  readonly path: string;
  readonly identity?: Pick<FileIdentity, "file" | "links"> | undefined;
}

/** Two paths of one commit that are, or would be, one file. */
export type Alias = readonly [first: string, second: string];

/**
 * The paths of a commit that are one file with an earlier one: where a file system takes two names for one, as
 * it does where case does not count, the second write would replace the first. Two names of a file that has
 * several, hard links, are two files after a rename, and are not told. Of new files the names tell: those that
 * are equal but for case and the form of their accents would be one file in somebody's checkout. Pure.
 */
export function findAliases(files: readonly PlacedFile[]): readonly Alias[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, identity }): Alias[] => {
    const keys = [`path ${path}`];
    if (identity === undefined) keys.push(`new ${path.normalize("NFC").toLowerCase()}`);
    else if (identity.links === 1) keys.push(`file ${identity.file}`);
    const earlier = keys.map((key) => first.get(key)).find((found) => found !== undefined);
    for (const key of keys) if (!first.has(key)) first.set(key, path);
    return earlier === undefined ? [] : [[earlier, path]];
  });
}

/** Two names of one file would each undo what the other one does: throws where there are such. */
export function refuseAliases({
  writes,
  identities,
}: Pick<CheckedWrites, "writes" | "identities">): void {
  const files = writes.map(({ path }, index) => ({ path, identity: identities[index] }));
  const [first] = findAliases(files);
  if (first) throw new Error(`${first.join(" and ")} are the same file.`);
}
