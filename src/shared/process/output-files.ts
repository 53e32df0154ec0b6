import { type BigIntStats, fstatSync } from "node:fs";

/** Returns the ids of the files that the standard outputs of this process are redirected to. */
export function outputFiles(): ReadonlySet<string> {
  const ids = [1, 2].flatMap((descriptor) => {
    try {
      const stats = fstatSync(descriptor, { bigint: true });
      return stats.isFile() ? [fileId(stats)] : [];
    } catch {
      return []; // It is closed.
    }
  });
  return new Set(ids);
}

/** Returns an id that two paths share only if they are the same file. */
export function fileId({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string {
  return `${dev}:${ino}`;
}
