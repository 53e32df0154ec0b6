import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { realPathOf } from "../../files/real-path.ts";

/** Writes a file of a temporary folder in place. Throws if a link, or anything but a file, stands in its way. */
export function writeInside(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const real = realPathOf(folder);
  if (real === undefined || realPathOf(dirname(file)) !== join(real, dirname(path)))
    throw new Error("a link stands in its way");
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error("something else stands in its place");
  writeFileSync(file, text);
}
