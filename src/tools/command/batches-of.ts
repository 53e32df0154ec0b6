/** The most bytes of names in one start. A command line of Windows has at most 32,767 characters. */
const MOST_BYTES = process.platform === "win32" ? 20_000 : 100_000;

/** Divides files into batches of at most `most`, each of which one command line takes. */
export function batchesOf(
  files: readonly string[],
  most = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let size = 0;
  for (const path of files) {
    const length = Buffer.byteLength(path) + 3;
    const batch = batches.at(-1);
    size += length;
    if (batch !== undefined && batch.length < most && size <= MOST_BYTES) batch.push(path);
    else {
      batches.push([path]);
      size = length;
    }
  }
  return batches;
}
