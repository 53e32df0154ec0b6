import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes the files with such names that were made first, so that at most so many are left. */
export function keepNewest(folder: string, most: number, names: RegExp): void {
  const own = readdirSync(folder).filter((name) => names.test(name));
  if (own.length <= most) return;
  const files = own.map((name) => {
    const path = join(folder, name);
    return { path, madeAt: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  files.sort((a, b) => b.madeAt - a.madeAt);
  for (const { path } of files.slice(most)) rmSync(path, { force: true });
}
