import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Returns the bytes of a file of a repository. Throws for what is no regular file, as a pipe or a device, which would
 * never end, and for more than `limit` bytes.
 */
export function readRegularFile(path: string, limit: number): Buffer {
  const file = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${path} is no regular file.`);
    if (stats.size > limit) throw new Error(`${path} has more than ${limit} bytes.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
