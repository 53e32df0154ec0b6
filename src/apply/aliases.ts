import { lstat } from "node:fs/promises";
import { join } from "node:path";

/** Paths of one transaction that are names of the same file: of the same case, or as a disk that tells none apart has it. */
async function findAliases(
  root: string,
  paths: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  const byName = new Map<string, string>();
  const aliases: (readonly [string, string])[] = [];
  for (const path of paths) {
    const folded = path.normalize("NFC").toLowerCase();
    const other = byName.get(folded);
    if (other === undefined) byName.set(folded, path);
    else if (other === path || (await areSame(join(root, other), join(root, path))))
      aliases.push([other, path]);
  }
  return aliases;
}

/** Whether both stand at the same place; two that are not there are told apart by the disk, when they are made. */
async function areSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map((path) =>
      lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
        throw error;
      }),
    ),
  );
  if (!a || !b) return false;
  return a.dev === b.dev && a.ino === b.ino && a.nlink === 1n;
}

/** Two names of one file would each undo what the other one does: throws where there are such. */
export async function refuseAliases(root: string, paths: readonly string[]): Promise<void> {
  const [first] = await findAliases(root, paths);
  if (first) throw new Error(`${first.join(" and ")} are the same file.`);
}
